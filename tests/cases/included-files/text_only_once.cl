// A file that gives its text only once.
//@ include once.h
//@ run sizes=0,1,4,9 global=1 local=1

__kernel void once(__global int *out, int n)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
#include "once.h"
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) out[i] += 2;
}
