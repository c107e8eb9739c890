// A pragma and a hint on one loop, and several hints: the last hint counts. clang knows all of these.
//@ warns -Wunknown-attributes clang does not look at the second attribute of a list after a hint

//@ run sizes=0,1,3,4,5,9
//@ expect CLU105 CLU105 CLU105 CLU105 CLU105 CLU105

__kernel void overruled(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    __attribute__((opencl_unroll_hint(4)))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma ivdep
    #pragma unroll
    __attribute__((opencl_unroll_hint(3), xcl_pipeline_loop))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    __attribute__((opencl_unroll_hint(4))) __attribute__((opencl_unroll_hint(2)))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    __attribute__((opencl_unroll_hint(4), opencl_unroll_hint(2)))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    __attribute__((opencl_unroll_hint(1)))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    __attribute__((opencl_unroll_hint))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
