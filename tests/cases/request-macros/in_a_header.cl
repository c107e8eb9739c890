// The conditions that choose the requests are in an included file.

//@ include vendors.h
//@ run sizes=0,1,2,3,5,8
//@ build -DAMD
//@ build -DNVIDIA
//@ build -DAMD -DNO_UNROLLING

#include "vendors.h"

__kernel void vendors(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNR
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    UNROLL_BY(3)
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
