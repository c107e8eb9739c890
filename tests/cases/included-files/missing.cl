// An included file that is not found may define what it likes where the source undefines a name anywhere, and this one does: it
// redefines WIDTH, so that the value written here is not the one that counts, and it makes the step a macro.
//@ run sizes=0,1,5,16 global=1 local=1

#define WIDTH 4
#define HEIGHT 3
#include "redefines.h"
#define DEPTH 2

__kernel void before_and_behind(__global int *a, int n)
{
#pragma unroll
    for (int i = 0; i < WIDTH; i++)
        a[i] = a[i] * 3 + i;
#pragma unroll WIDTH
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 3 + i;
#pragma unroll
    for (int i = 0; i < DEPTH; i++)
        a[i] = a[i] * 5 + i;
}

__kernel void kept(__global int *a, int n)
{
#pragma unroll
    for (int i = 0; i < HEIGHT; i++)
        a[i] = a[i] * 7 + i;
}

#undef WIDTH
