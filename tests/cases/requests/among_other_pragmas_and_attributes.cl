// What stands with a request moves to each loop that is written, or is dropped with a note.

//@ except nvidia NVIDIA does not take the kernel as written: an attribute on a loop
//@ run sizes=0,1,3,4,5,9,17

__kernel void counted(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma ivdep
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    #pragma ivdep // no dependencies
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    __attribute__((xcl_pipeline_loop)) __attribute__((opencl_unroll_hint(4))) /* both */ __attribute__((other(1)))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma GCC ivdep
    __attribute__((opencl_unroll_hint(4), xcl_pipeline_loop))
    _Pragma("vector always") for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    #
    #define WIDTH 3
    #undef WIDTH
    #pragma clang loop vectorize(enable)
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma omp simd safelen(8)
    #pragma loop_count(4)
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    int k;
    #pragma ivdep
    #pragma unroll 2
    for (k = 0; k < n; k++) hash = hash * 31 + in[k];
    out[get_global_id(0)] = hash;
}

__kernel void blocks(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int k;
    #pragma ivdep
    __attribute__((opencl_unroll_hint(4), xcl_loop_tripcount(1, 2, 3), xcl_pipeline_loop))
    for (int i = 0; i < 13; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    _Pragma("clang loop vectorize(enable)") for (k = 0; k < 9; k++) hash = hash * 31 + in[k];
    out[get_global_id(0)] = hash;
}

__kernel void full(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma ivdep
    #pragma unroll
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    __attribute__((opencl_unroll_hint, xcl_pipeline_loop)) for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    #pragma clang loop vectorize(enable) unroll(full)
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

__kernel void nested(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma ivdep
    #pragma unroll
    for (int j = 0; j < 2; j++)
        #pragma ivdep
        _Pragma("unroll 2")
        __attribute__((xcl_pipeline_loop))
        for (int i = j; i < n; i++)
            hash = hash * 31 + in[i];
    #pragma unroll 2
    for (int j = 0; j < n; j++) __attribute__((opencl_unroll_hint(1))) for (int i = j; i < 3; i++) hash = hash * 31 + in[i];
    #pragma unroll 2
    for (int j = 0; j < n; j++) _Pragma("nounroll") for (int i = j; i < 3; i++) hash = hash * 31 + in[i];
    #pragma unroll 2
    for (int j = 0; j < n; j++) __attribute__((opencl_unroll_hint)) for (int i = j; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 2
    for (int j = 0; j < n; j++) __attribute__((some_note)) { hash = hash * 31 + in[j]; }
    out[get_global_id(0)] = hash;
}
