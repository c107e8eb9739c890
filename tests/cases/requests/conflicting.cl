// CLU007: two pragmas that are live on one loop, also with the same factor.

//@ expect CLU007 CLU007

__kernel void k(__global int *out, int n)
{
    #pragma unroll 4
    #pragma unroll 8
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll
    // A comment between them.
    #pragma unroll
    for (int i = 0; i < 4; i++) out[i] = i;
}
