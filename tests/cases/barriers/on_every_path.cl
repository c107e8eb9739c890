// Barriers that each iteration reaches, in loops with a trip count that is the same for all, and with one that only
// looks different.

//@ run sizes=0,1,2,3,4,5,9 global=8 local=4

__kernel void uniform(__global const int *in, __global int *out, __local int *share, int n)
{
    const int id = get_local_id(0);
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        share[id] = in[i + id] + sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum = sum * 3 + share[(id + 1) & 3];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        share[id] = sum + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum = sum * 3 + share[(id + 1) & 3];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

__kernel void looks_different(__global const int *in, __global int *out, __local int *share, int n)
{
    const int id = get_local_id(0);
    int sum = 0;
    #pragma unroll 4
    for (int i = id; i < n + id; i++) {
        share[id] = in[i] + sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum = sum * 3 + share[(id + 1) & 3];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}
