// A finding that holds in one configuration only is not reported.
//@ option --checked
//@ lint
//@ select CLU258
//@ include lint_nest.h
//@ option -DTOLD=3
//@ build -DWIDE
//@ expect CLU120 CLU120 CLU120 CLU121
//@ run sizes=1,5
#include "lint_nest.h"

#ifndef ROWS
#define ROWS 4
#endif

// What holds in one configuration only is not said.
__kernel void in_some(__global int *out, __global const int *a, int n)
{
    int gid = get_global_id(0), sum = 0;
    #pragma unroll 4
    for (uint i = 0; i < n; i++) {
#ifdef WIDE
        out[gid] += a[i];
#else
        sum += a[i];
#endif
    }
    #pragma unroll 8
    for (uint i = 0; i <
#ifdef WIDE
        16
#else
        6
#endif
        ; i++)
        sum += a[i];
#ifdef WIDE
    #define LENGTH 16
#else
    #define LENGTH 6
#endif
    #pragma unroll 8
    for (uint i = 0; i < LENGTH; i++)
        sum += a[i];
    #pragma unroll 8
    for (uint i = 0; i < TOLD; i++)
        sum += a[i];
    out[gid] += sum;
}

// What holds in each of them is said once.
__kernel void in_all(__global int *out, __global const int *a, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 4
    for (uint i = 0; i < n; i++) {
#ifdef WIDE
        out[gid] += a[i] * ROWS;
#else
        out[gid] += a[i];
#endif
    }
    #pragma unroll 4
    for (uint i = 0; i < n; i++) {
#ifdef WIDE
        int of_a = a[i] * 2;
#else
        int of_a = a[i];
#endif
        out[gid] += of_a;
    }
#ifdef UNROLL
    #pragma unroll 8
#else
    #pragma unroll 7
#endif
    for (uint i = 0; i < 5; i++)
        out[gid] += a[i];
#ifdef UNROLL
    #pragma unroll
#endif
    for (uint i = 4; i > 5; i--)
        out[gid] += a[i];
}

// By macros and from other files.
#define FOR(i, n) _Pragma("unroll 16") for (int i = 0; i < (n); i++)
__kernel void by_macros(__global int *out, __global const int *a, int n)
{
    int sum = 0;
    FOR(k, 9)
        sum += a[k];
    NEST(sum, a)
    out[get_global_id(0)] = sum;
}

// Counted by an `int`.
__kernel void signs(__global int *out, __global const int *a, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        sum += a[i];
    #pragma unroll 4
    for (long i = 3; i != 15; i += 2 + 1)
        sum += a[i];
    #pragma unroll 4
    for (int i = n - 1; i >= 0; i--)
        sum += a[i];
    #pragma unroll 4
    for (int i = -4; i < n; i++)
        sum += a[i + 4];
    #pragma unroll 4
    for (uint i = 0; i < n; i++)
        sum += a[i];
    out[get_global_id(0)] = sum;
}
