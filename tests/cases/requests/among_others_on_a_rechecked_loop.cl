// The re-checked forms keep a loop, and with it what is said of it.

//@ build -DN=3
//@ build -DN=40
//@ build -DN=0
//@ skip -DHINT= the factor of a hint is not in the output, be it right or wrong
//@ skip -DHINT= clang takes no empty factor; the rewritten text has no hint that could be wrong
//@ run sizes=0,1,3,4,5,9

#ifndef N
#define N 5
#endif
#ifndef HINT
#define HINT 3
#endif

__kernel void rechecked(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma ivdep
    #pragma unroll
    for (int i = 0; i < N; i++) hash = hash * 31 + in[i];
    __attribute__((opencl_unroll_hint(2), xcl_pipeline_loop))
    for (int i = 0; i < N; i++) hash = hash * 31 + in[i];
    __attribute__((opencl_unroll_hint(HINT)))
    for (int i = 0; i < n; i++) {
        __attribute__((opencl_unroll_hint(HINT), xcl_loop_tripcount(HINT, N, N)))
        for (int j = 0; j < N; j++) hash = hash * 31 + in[i + j];
    }
    __attribute__((opencl_unroll_hint))
    for (int i = 0; i < N; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
