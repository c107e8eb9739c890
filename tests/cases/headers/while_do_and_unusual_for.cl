// `while`, `do` and unusual `for` loops are loops, and unrolled like others.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9,17

__kernel void others(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int k = 0;
    #pragma unroll 4
    while (k < n) { hash = hash * 31 + in[k]; k++; }
    k = 0;
    #pragma unroll 4
    do { hash = hash * 31 + in[k]; } while (++k < n);
    #pragma unroll 4
    for (int i = 0, j = n; i < j; i++, j--) hash = hash * 31 + in[i] - j;
    #pragma unroll 4
    for (int i = 1; i < n; i *= 2) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (__global const int *p = in; p < in + n; p++) hash = hash * 31 + *p;
    #pragma unroll 4
    for (k = 0; ; k++) { if (k >= n) break; hash = hash * 31 + in[k]; }
    #pragma unroll 4
    for (k = 0; k < n; ) { hash = hash * 31 + in[k]; k++; }
    int step = 1 + (n & 1);
    #pragma unroll 4
    for (k = 0; k < n; k += step) hash = hash * 31 + in[k];
    out[get_global_id(0)] = hash;
}
