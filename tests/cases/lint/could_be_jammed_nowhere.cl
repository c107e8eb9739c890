// Nests that cannot be jammed, or gain nothing from it.
//@ lint
//@ run sizes=0,1,5,40 global=1 local=1
//@ skip -DFACTOR=(uint)4 compilers refuse a cast in the pragma
// The stores may change what the next row loads.
__kernel void may_alias(__global const int *a, __global const int *b, __global int *c, int n)
{
    #pragma unroll 4
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] = sum;
    }
}

// Each row loads its own values.
__kernel void nothing_shared(__global const int *restrict a, __global int *restrict c, int n)
{
    #pragma unroll 4
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k];
        c[r] = sum;
    }
}

// The same in all iterations of both loops: any compiler loads it once.
__kernel void invariant(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    #pragma unroll 4
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[0];
        c[r] = sum;
    }
}

// A compiler unrolls the inner loop as a whole.
__kernel void short_inner_loop(__global const int *restrict a, __global const int *restrict b, __global int *restrict c)
{
    #pragma unroll 4
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < 5; k++)
            sum += a[r * 5 + k] * b[k];
        c[r] = sum;
    }
}

// Too many copies.
__kernel void many_rows(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    #pragma unroll 32
    for (int r = 0; r < 64; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r + k] * b[k];
        c[r] = sum;
    }
}

// The inner loop alone is requested.
__kernel void inner_request(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        #pragma unroll 2
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] += sum;
    }
}

// A jam is requested, or nothing.
__kernel void jammed(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] = sum;
    }
    #pragma unroll 1
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] += sum;
    }
}

// A private array is in registers, or in memory of its own.
__kernel void private_array(__global const int *restrict a, __global int *restrict c, int n)
{
    int own[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    #pragma unroll 2
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * own[k & 7];
        c[r] = sum;
    }
}

// The host decides the factor.
__kernel void host_factor(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
#ifndef FACTOR
#define FACTOR 4
#endif
    #pragma unroll FACTOR
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] = sum;
    }
}
