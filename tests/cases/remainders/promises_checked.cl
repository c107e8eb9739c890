// Promised trip counts that are put to the test: the remainder stays, and what is broken is printed.

//@ option --check-promises
//@ run sizes=0,1,4,5,8 global=1 local=1

__kernel void promised(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma clunroll exact
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    int k = 0;
    #pragma clunroll exact
    #pragma unroll 4
    while (k < n) hash = hash * 31 + in[k++];
    #pragma clunroll exact
    #pragma unroll 4
    for (k = 0; k < n; k += 2) hash = hash * 31 + in[k];
    out[0] = hash + k;
}
