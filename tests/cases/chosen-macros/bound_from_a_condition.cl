// A macro defined inside a conditional group is one that the host may choose.

//@ run sizes=0,1,5,9
//@ build -DSMALL
//@ build -DSMALL -DWIDE
//@ build -DCOUNT=2

#ifdef SMALL
#define N 3
#else
#define N 6
#endif

#ifndef COUNT
#define COUNT 4
#endif

#define TWICE (COUNT * 2)

__kernel void chosen(__global const int *in, __global int *out, int n)
{
    uint hash = n;
    #pragma unroll
    for (int i = 0; i < N; i++) hash = hash * 31 + in[i];
    #pragma unroll
    for (int i = 0; i < TWICE; i++) hash = hash * 31 + in[i];
    #pragma unroll
    for (int i = COUNT; i > 0; i--) {
        hash = hash * 31 + in[i];
        #pragma unroll
        for (int j = 0; j < COUNT; j++) hash = hash * 31 + in[i + j];
    }
    #pragma unroll
    for (int i = 0; i < 12; i += COUNT) hash = hash * 31 + in[i];
    int k;
    #pragma unroll
    for (k = 0; k < N; k++) hash = hash * 31 + in[k];
    out[get_global_id(0)] = hash + k;
}
