// One bad pragma among good ones: with `--keep-going` the good ones are unrolled, the bad one stays as written.

//@ expect CLU001 CLU001

__kernel void k(__global int *out, int n)
{
    #pragma unroll
    for (int i = 0; i < 3; i++) out[i] = i;
    #pragma unroll -1
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll 2
    for (int i = 0; i < n; i++) out[i] += i;
    #pragma unroll -2
    // The first finding is not the last.
    for (int i = 0; i < n; i++) out[i] += i;
}
