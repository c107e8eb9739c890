// Factors through macros that the host may change: any value is right.

//@ run sizes=0,1,3,4,5,9
//@ build -DFACTOR=2
//@ build -DFACTOR=7
//@ skip -DFACTOR= clang takes no empty factor; the rewritten text has no pragma that could be wrong
//@ skip -DFACTOR=(uint)4 clang takes no cast in a pragma; the rewritten text has none

#ifndef FACTOR
#define FACTOR 4
#endif
#define WIDTH 8
#define HALF(x) ((x) / 2)

__kernel void factors(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll FACTOR
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll (FACTOR)
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll HALF(WIDTH)
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll WIDTH / 2 - 1
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
