// Source that no compiler takes: nothing panics, and the good loop before the trouble is judged as well as can be.

//@ norun it is no OpenCL C

__kernel void broken(__global int *out, int n)
{
    #pragma unroll
    for (int i = 0; i < 2; i++) out[i] = n;
    #pragma unroll 4
    for (int i = 0; i < n; i++ { out[i] = (n; }
    #pragma unroll 4
    for (int i = 0; i < n; i++) { out[i] = '
