// The condition that defines the request stands in an included file.

//@ include choices.h
//@ run sizes=0,1,2,5
//@ build -DFAST

#include "choices.h"

__kernel void uses(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    HEADER_UNROLL
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    header_for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
