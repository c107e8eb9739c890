// CLU005: beyond 2^31 - 1, up to numbers that fit no type at all.

//@ expect CLU005 CLU005 CLU005

__kernel void k(__global int *out, int n)
{
    #pragma unroll 2147483648
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll 0xFFFFFFFFFFFFFFFF
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll 99999999999999999999999999
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll 2147483647
    for (int i = 0; i < n; i++) out[i] = i;
}
