// All files in one text, which is built without a folder for includes; loops of included files are unrolled there.
//@ option --flatten
//@ option -DN=3
//@ include tile.h
//@ include tile_width.h
//@ include entries.h
//@ include step.h
//@ build -DN=5
//@ run sizes=0,1,5,16 global=1 local=1

#include "tile.h"
/* read */ #include "tile.h" /* only
once */
#include "tile_width.h"

__kernel void area(__global int *a)
{
#pragma unroll
    for (int i = 0; i < TILE_AREA; i++)
        a[i] = tile_mix(a[i], TILE_AT(i, 1));
}

#define ENTRY(x) x,
__constant int table[] = {
#include "entries.h"
};

#define QUOTED(file) #file
#define TABLE QUOTED(entries.h)

__kernel void entries(__global int *a, int n)
{
    int local_table[] = {
#include TABLE
    };
#pragma unroll
    for (int i = 0; i < TILE_HEIGHT; i++)
        a[i] = table[i] + local_table[2 - i];
    for (int i = 0; i < n; i++) {
#include "step.h"
    }
#ifdef N
#pragma unroll
    for (int i = 0; i < N; i++)
        a[i] += i;
#endif
}
