// A barrier in the first iteration, which all work-items have, and trip counts that differ: legal as written. The
// counted form would break it; with the loop's own test before each copy it would stay legal, and be another one on PoCL 3.1.

//@ except pocl PoCL 3.1 hangs or crashes where work-items leave out a barrier in a loop, as written too
//@ except nvidia NVIDIA unrolls the loop by itself where it is asked to, and the kernel as written then never ends
//@ run sizes=0,1,5,9 global=8 local=4

__kernel void different_counts(__global const int *in, __global int *out, __local int *share, int n)
{
    const int id = get_local_id(0);
    const int count = 1 + id + n;
    int sum = 1;
    share[id] = in[id];
    #pragma unroll 2
    for (int i = 0; i < count; i++) {
        if (i == 0) barrier(CLK_LOCAL_MEM_FENCE);
        sum = sum * 3 + share[(id + i) & 3];
    }
    out[get_global_id(0)] = sum;
}
