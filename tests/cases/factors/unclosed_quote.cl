// A quote that nothing closes takes in the rest of its line, so no mark is written there.
//@ expect CLU006

__kernel void k(__global int *a, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++) a[i] = i;
    #pragma unroll 4'
    for (int i = n; 0 < i; i--) a[i] = i;
}
