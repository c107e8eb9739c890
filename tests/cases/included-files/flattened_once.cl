// A file that is to be read once stays where an include that is not found may read it too; so does one that includes it.
// It was found, so that a text in which it stays is an error.
//@ option --flatten
//@ include tile.h
//@ include tile_width.h
//@ expect CLU010
//@ norun what stays is looked for in a folder, and the output is built without one

#include "tile_width.h"
#ifdef FIRST
#include "step_of_none.h" // not found, and not needed but for this
#endif
#include "tile.h"

__kernel void area(__global int *a)
{
#pragma unroll
    for (int i = 0; i < TILE_AREA; i++)
        a[i] = tile_mix(a[i], TILE_AT(i, 1));
}
