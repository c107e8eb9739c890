// The name of an included file is made by macros, as in hashcat's kernels. What -D says of them finds the file.
//@ include ../include/tile_width.h
//@ option -DXM2S(x)=#x
//@ option -DM2S(x)=XM2S(x)
//@ option -DINCLUDE_PATH=../include
//@ build -DXM2S(x)=#x -DM2S(x)=XM2S(x) -DINCLUDE_PATH=.
//@ run sizes=0,1,5,16 global=1 local=1

#include M2S(INCLUDE_PATH/tile_width.h)

__kernel void k(__global int *a)
{
#pragma unroll
    for (int i = 0; i < TILE_WIDTH; i++)
        a[i] = a[i] * 3 + i;
}
