// Macros, types and functions of included files are known, and their files are read once: through a guard, through
// `#pragma once`, and put in place again where they have neither.
//@ include tile.h
//@ include tile_width.h
//@ include entries.h
//@ run sizes=0,1,5,16 global=1 local=1

#include "tile.h"
#include <tile_width.h>
#include "tile.h"
#include "tile_width.h"

__kernel void area(__global int *a)
{
#pragma unroll
    for (int i = 0; i < TILE_AREA; i++)
        a[i] = tile_mix(a[i], TILE_AT(i, 1));
}

__kernel void range(__global int *a, int n)
{
    tile_range range = {1, n};
#pragma unroll 4
    for (int i = range.first; i < range.count; i++)
        a[i] += i;
}

// The included function holds a barrier.
__kernel void waits(__global int *a, int n)
{
    int id = get_local_id(0);
#pragma unroll 2
    for (int i = 0; i < n; i++) {
        tile_wait();
        if (id == 0)
            a[get_group_id(0)] += i;
    }
}

#define ENTRY(x) +1
enum { ENTRIES = 0
#include "entries.h"
};
#undef ENTRY

__constant int table[ENTRIES] = {
#define ENTRY(x) x,
#include "entries.h"
};

__kernel void entries(__global int *a)
{
#pragma unroll
    for (int i = 0; i < TILE_HEIGHT; i++)
        a[i] = table[i];
}
