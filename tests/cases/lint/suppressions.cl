// Comments that allow findings, some of them misspelt or without use.
//@ lint
//@ expect CLU114 CLU114 CLU115 CLU115
//@ run sizes=0,1,5
// clunroll: allow-file(same-global-addres)
__kernel void suppressed(__global int *a, int n)
{
    #pragma unroll // clunroll: allow(CLU102)
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma unroll 1 // clunroll: allow(CLU101)
    for (int i = 0; i < n; i++)
        a[i] = i;
    // clunroll: allow(CLU241, CLU250)
    #pragma unroll(4)
    for (int i = 0; i < n; i++)
        a[i] = i;
    // clunroll: alow(CLU241)
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        a[i] = i;
}
