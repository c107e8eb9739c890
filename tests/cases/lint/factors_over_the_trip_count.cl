// Factors that do not suit the trip count.
//@ option --checked
//@ lint
//@ expect CLU120 CLU120 CLU120 CLU121 CLU121 CLU121 CLU121 CLU121
//@ skip -DTILE=(uint)4 PoCL's compiler takes no conversion in the pragma
//@ run sizes=0,1,5
#define NINE 9
#ifndef TILE
#define TILE 4
#endif

__kernel void above(__global int *out, __global const int *a, int n)
{
    int sum = 0;
    #pragma unroll 16
    for (int i = 0; i < 9; i++)
        sum += a[i];
    #pragma unroll NINE + 1
    for (int i = 0; i < NINE; i++)
        sum += a[i];
    __attribute__((opencl_unroll_hint(5)))
    for (int i = 8; i > 0; i -= 2)
        sum += a[i];
    // Not known, or what was meant.
    #pragma unroll 16
    for (int i = 0; i < n; i++)
        sum += a[i];
    #pragma unroll 16
    for (int i = 0; i < TILE; i++)
        sum += a[i];
    #pragma unroll TILE
    for (int i = 0; i < 3; i++)
        sum += a[i];
    #pragma unroll 9
    for (int i = 0; i < NINE; i++)
        sum += a[i];
    #pragma unroll 1
    for (int i = 0; i < 0; i++)
        sum += a[i];
    out[get_global_id(0)] = sum;
}

__kernel void once(__global int *out, __global const int *a, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i > 8; i++)
        sum += a[i];
    #pragma unroll 4
    for (int i = 3; i < 4; i++)
        sum += a[i];
    #pragma unroll 2
    do
        sum += a[0];
    while (0);
    #pragma unroll 2
    while (0)
        sum += a[0];
    #pragma unroll 2
    while (n-- > 0)
        sum += a[0];
    #pragma unroll
    for (int i = 0; i < 4; i++)
        // It runs not once in some of the copies, and that is what was meant.
        #pragma unroll
        for (int j = 0; j < i; j++)
            sum += a[i + j];
    #pragma unroll
    for (int i = 0; i < 4; i++)
        #pragma unroll
        for (int j = 5; j < 6; j++)
            sum += a[i + j];
    out[get_global_id(0)] = sum;
}

__kernel void divides(__global int *out, __global const int *a, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < 27; i++)
        sum += a[i];
    #pragma unroll 4
    for (int i = 0; i <= 30; i++)
        sum += a[i];
    #pragma unroll 4
    for (int i = 0; i < 30; i++)
        sum += a[i];
    #pragma unroll 8
    for (uint i = 0; i < 12; i++)
        sum += a[i];
    #pragma unroll 4
    for (int i = 0; i < 32; i++)
        sum += a[i];
    #pragma unroll 4
    for (int i = 0; i < 7; i++) {
        if (a[i] > 14)
            break;
        sum += a[i];
    }
    out[get_global_id(0)] = sum;
}
