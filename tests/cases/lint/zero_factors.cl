// A factor of 0 becomes 1 where the pragma itself says 0.
//@ lint
//@ expect CLU101 CLU101 CLU101 CLU101 CLU101 CLU101

#define NONE 0

kernel void zeros(global int *a, int n)
{
    int sum = 0;
    #pragma unroll 0
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll 0x0u
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll (0)
    for (int i = 0; i < n; i++) sum += i;
    _Pragma("unroll 0") for (int i = 0; i < n; i++) sum += i;
    #pragma unroll NONE
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll 4 - 4
    for (int i = 0; i < n; i++) sum += i;
    a[0] = sum;
}
