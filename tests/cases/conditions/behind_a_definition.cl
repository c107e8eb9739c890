// A condition that rests on what is defined between the request and the loop cannot be asked before the request.

//@ run sizes=0,1,3 global=1 local=1
//@ build -DASKED
//@ build -DASKED -DBASE=2
//@ build -DBASE=2
//@ build -DASKED -DLENGTH=2

__kernel void definition(__global uint *out, int n)
{
    uint hash = n;
#ifdef ASKED
    #pragma unroll 2
#endif
#define LEVEL BASE
#if LEVEL > 1
    for (int i = 0; i < 8; i++)
#else
    for (int i = 0; i < 5; i++)
#endif
        hash = hash * 31 + i;
    out[0] = hash;
}

__kernel void include(__global uint *out, int n)
{
    uint hash = n;
#ifdef ASKED
    #pragma unroll 2
#endif
#include "lengths.h"
#ifdef LENGTHS_H
    for (int i = 0; i < 8; i++)
#else
    for (int i = 0; i < 5; i++)
#endif
        hash = hash * 31 + i;
    out[0] = hash;
}
