// An `#include` in a body, in a header, and between the pragma and its loop.
//@ include step.h
//@ include tile_width.h
//@ run sizes=0,1,5,16 global=1 local=1

__kernel void body(__global int *a, int n)
{
#pragma unroll 2
    for (int i = 0; i < n; i++) {
#include "step.h"
    }
}

__kernel void statement(__global int *a, int n)
{
#pragma unroll 2
    for (int i = 0; i < n; i++)
#include "step.h"
    a[0] += n;
}

__kernel void between(__global int *a, int n)
{
#pragma unroll 2
#include "tile_width.h"
    for (int i = 0; i < n; i++)
        a[i] = a[i] * TILE_WIDTH + i;
}

// Beside it, in the same function, a loop is unrolled.
__kernel void beside(__global int *a, int n)
{
    for (int i = 0; i < n; i++) {
#include "step.h"
    }
#pragma unroll 2
    for (int i = 0; i < n; i++)
        a[i] += i;
}
