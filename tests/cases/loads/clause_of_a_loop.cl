// A clause says which loads of one loop run first. It counts more than the option, and no clause moves a load without a proof or a promise.

//@ option --loads-first=never
//@ run sizes=0,1,2,3,5,8,17
//@ expect CLU009 CLU009

__kernel void without_a_clause(__global const int *restrict a, __global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll 4
    for (int i = 0; i < 16; i++)
        own[i] = a[i] * 7;
}

__kernel void proven(__global const int *restrict a, __global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma clunroll loads_first(proven)
    #pragma unroll 4
    for (int i = 0; i < 16; i++)
        own[i] = a[i] * 7;
    _Pragma("clunroll loads_first(never), remainder(loop)") _Pragma("unroll 2")
    for (int i = 0; i < n; i++)
        own[i & 31] += a[i] * 7;
}

__kernel void promised(__global const int *a, __global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma clunroll independent, loads_first(promised)
    #pragma unroll 4
    for (int i = 0; i < 16; i++)
        own[i ^ 1] = own[i ^ 1] * 3 + a[i] * own[32 + i];
}

__kernel void without_a_promise(__global const int *a, __global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma clunroll loads_first(promised)
    #pragma unroll 2
    for (int i = 0; i < 16; i++)
        own[i + 1] = own[i] * 3 + a[i];
    // The later clause counts.
    #pragma clunroll loads_first(proven)
    #pragma clunroll loads_first(never)
    #pragma unroll 2
    for (int i = 0; i < 16; i++)
        own[i] = a[i] * 7;
}

__kernel void wrong_words(__global int *c, int n)
{
    #pragma clunroll loads_first(always)
    #pragma unroll 2
    for (int i = 0; i < 16; i++)
        c[i] = i;
    #pragma clunroll loads_first
    #pragma unroll 2
    for (int i = 0; i < 16; i++)
        c[i] = i;
}
