// A condition asks for the include level, which differs between the header and this file: it is not copied to this file.

//@ option --checked
//@ include asks_for_place.h
//@ run sizes=0,1,2,5

#include "asks_for_place.h"

__kernel void uses(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    INSIDE_FOR (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    #pragma unroll 2
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
