// CLU101: valid, and means "do not unroll"; compilers differ.

//@ expect CLU101 CLU101
//@ norun clang rejected a factor of 0 until 2024

#define NOTHING (4 - 4)

__kernel void k(__global int *out, int n)
{
    #pragma unroll 0
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll NOTHING
    for (int i = 0; i < 4; i++) out[i] = i;
}
