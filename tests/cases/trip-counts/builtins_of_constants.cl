// Built-in functions of constants are constants, if all arguments have one type, as their declarations demand. No compiler takes such a call
// for a constant expression: it is neither in an `#if` nor in an assertion.

//@ run sizes=0,1,5
//@ build -DHOST=3
//@ build -DHOST=8
//@ option -DHOST=3

#define TILE 8
#ifndef HOST
#define HOST 6
#endif

__kernel void counts(__global const int *in, __global int *out, int n)
{
    const int block = min(256, TILE);
    const uint distance = abs_diff(3, 7);
    int hash = 1;
    #pragma unroll
    for (int i = 0; i < min(TILE, 4); i++) hash = hash * 31 + in[i];
    #pragma unroll
    for (int i = 0; i < 32 / block; i++) hash = hash * 31 + in[i];
    #pragma unroll
    for (int i = max(1, 2); i < clamp(TILE, 0, 5); i++) hash = hash * 31 + in[i];
    #pragma unroll
    for (uint i = 0; i < distance; i++) hash = hash * 31 + in[i];
    #pragma unroll
    for (int i = 0; i < popcount(15) + clz(1 << 30); i++) hash = hash * 31 + in[i];
    #pragma unroll
    for (int i = 0; i < min(HOST, 4); i++) hash = hash * 31 + in[i];
    out[0] = hash;
}

__kernel void vectors_are_none(__global const int *in, __global int *out, int n)
{
    int hash = 1;
    #pragma unroll 2
    for (int i = 0; i < min((int2)(4, 5), (int2)(3, 9)).x; i++) hash = hash * 31 + in[i];
    out[0] = hash;
}
