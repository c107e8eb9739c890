// CLU102: no factor, and a bound that only the run knows. Bounds that hang on a macro of the host's are not meant.

//@ expect CLU102 CLU102
//@ run sizes=0,1,5

#ifndef COUNT
#define COUNT 4
#endif

__kernel void k(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < n; i++) hash = hash * 31 + i;
    int m = n / 2;
    #pragma unroll
    for (int i = m; i < 4; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < COUNT; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}
