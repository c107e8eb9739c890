// CLU006: what is neither nothing nor one expression.

//@ expect CLU006 CLU006 CLU006 CLU006 CLU006 CLU006 CLU006

__kernel void k(__global int *out, int n)
{
    #pragma unroll(4
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll()
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll 4 8
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll 4)
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll *
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll 4 +
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll = 4
    for (int i = 0; i < n; i++) out[i] = i;
}
