// CLU004: floating-point numbers and strings.

//@ expect CLU004 CLU004 CLU004 CLU004

__kernel void k(__global int *out, int n)
{
    #pragma unroll 1.5
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll "4"
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll 4.0f
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll (2 * 2.0)
    for (int i = 0; i < n; i++) out[i] = i;
}
