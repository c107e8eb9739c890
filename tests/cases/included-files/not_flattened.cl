// What is not found stays, and so do brackets; carets stand in the files that people have.
//@ option --flatten
//@ norun one of its includes is missing
//@ include tile.h
//@ include tile_width.h
#include "none.h"
#include <tile_width.h>
#include "tile.h"

__kernel void left(__global int *a, int n)
{
#pragma unroll 2
    for (int i = 0; i < n; i++) {
        if (a[i] == 3)
            break;
        a[i] = tile_mix(a[i], n);
    }
}
