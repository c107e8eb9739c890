// Macros of a file that clunroll cannot find, whose names only begin like those of built-in functions: they may do anything.

//@ option --checked
//@ run sizes=0,1,3,4,9 global=1 local=1
#include "like_builtins.h"

__kernel void macros(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum += get_next(n);
    #pragma unroll
    for (int i = 0; i < 6; i++) { get_out(sum); sum += 100; }
    // What is built in is no macro.
    #pragma unroll
    for (int i = 0; i < 3; i++) sum += convert_int_sat(native_sqrt(4.0f) + i) + (int)get_work_dim() + max(i, n);
    out[0] = sum;
}

__kernel void arrays(__global int *out)
{
    #pragma promote_to_registers
    int tile[2];
    #pragma unroll
    for (int x = 0; x < 2; x++) tile[x] = x + 4;
    out[0] = get_tile(1);
    #pragma promote_to_registers
    int other[2];
    #pragma unroll
    for (int x = 0; x < 2; x++) other[x] = x + 4;
    out[1] = HALF_TILE;
}
