// What the cases about included files share: constants, a type, and functions.
#ifndef TILE_H
#define TILE_H
#include "tile_width.h"
#define TILE_AREA (TILE_WIDTH * TILE_HEIGHT)
#define TILE_AT(row, column) ((row) * TILE_WIDTH + (column))

typedef struct {
    int first;
    int count;
} tile_range;

inline int tile_mix(int value, int step)
{
#pragma unroll
    for (int i = 0; i < 2; i++)
        value = value * 3 + step;
    return value;
}

inline void tile_wait(void)
{
    barrier(CLK_LOCAL_MEM_FENCE);
}
#endif // TILE_H
