//@ run sizes=0,1,2,3,4,5,6,7,8,9,17 global=4 local=4
// Loops of which no versions are written; a note says why.
#define MIX(x) (hash = hash * 31 + (uint)(x))

__kernel void declined(__global const int *in, __global int *out, int n, int step)
{
    uint hash = 1;
    __local int shared[4];
    // Nine versions.
    #pragma clunroll remainder(versions)
    #pragma unroll 9
    for (int i = 0; i < n; i++) MIX(i);
    // A step above one, and one that only the run knows.
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (int i = 0; i < n; i += 3) MIX(i);
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (int i = 0; i < n; i += step + 1) MIX(i);
    // The header declares the bound.
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (int i = 0, end = n; i < end; i++) MIX(i);
    // The start is in memory.
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (int i = in[2]; i < n; i++) MIX(i);
    // A bound that is the limit of its type.
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (uint i = 0; i <= (uint)n; i++) MIX(i);
    // Work-items meet.
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        shared[get_local_id(0)] = hash;
        barrier(CLK_LOCAL_MEM_FENCE);
        MIX(shared[3 - get_local_id(0)]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = hash;
}

__kernel void jammed(__global const int *restrict in, __global int *restrict out, int n)
{
    #pragma clunroll remainder(versions)
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += in[(r * n + k) & 63];
        out[r] = sum;
    }
}
