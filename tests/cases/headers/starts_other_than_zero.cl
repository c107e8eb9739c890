// Starts that are constants, parameters, expressions, work-item functions and other loops' variables.

//@ run sizes=-3,0,1,2,3,4,5,16,17

#define HASH(x) hash = hash * 31 + (x) + in[(x) & 15]

__kernel void starts(__global const int *in, __global int *out, int n, int m)
{
    const int id = get_global_id(0);
    const int first = 2;
    uint hash = 1;
    #pragma unroll 4
    for (int i = 3; i < n; i++) HASH(i);
    #pragma unroll 4
    for (int i = -3; i < n; i++) HASH(i);
    #pragma unroll 4
    for (int i = m - 7; i < n; i++) HASH(i);
    #pragma unroll 4
    for (int i = id; i < n; i++) HASH(i);
    #pragma unroll 4
    for (int i = get_local_id(0); i < n; i += 4) HASH(i);
    #pragma unroll 4
    for (int i = m & 1 ? 2 : 3; i < n; i++) HASH(i);
    #pragma unroll
    for (int i = first; i < 7; i++) HASH(i);
    #pragma unroll
    for (int i = first * 2, j = 0; i < 7; i++) HASH(i + j);
    out[id] = hash;
}
