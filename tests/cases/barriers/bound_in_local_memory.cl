// A bound in local memory that other work-items write between the barriers of the body.

//@ option --checked
//@ except pocl PoCL 3.1 hangs or crashes where work-items leave out a barrier in a loop, as written too
//@ run sizes=1,2,3,4,5,9 global=8 local=4

__kernel void shared_bound(__global const int *in, __global int *out, __local int *share, int n)
{
    const int id = get_local_id(0);
    if (id == 0) share[0] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < share[0]; i++) {
        hash = hash * 31 + in[i + id];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id == 3 && i == 1) share[0] = n + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = hash;
}
