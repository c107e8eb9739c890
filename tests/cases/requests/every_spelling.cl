// Every spelling of a request, with a factor, without one, and as "do not".

//@ expect CLU110
//@ run sizes=0,1,3,4,5,9,17

#define order 3
#define PAIR(n) ((n) * 2)

__kernel void pragmas(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    # pragma unroll order
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll(order)
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #	pragma   unroll /* why */ \
        ( PAIR(2) ) // so
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    %:pragma unroll 2
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma nounroll
    for (int i = 0; i < 4; i++) hash = hash * 31 + in[i];
    #pragma GCC unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma clang loop unroll(full)
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    #pragma clang loop unroll(enable)
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    #pragma clang loop unroll(disable)
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    #pragma clang loop unroll_count(order)
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma clang loop vectorize(enable) unroll_count(4) interleave(disable)
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

__kernel void operators(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    _Pragma("unroll 4") for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    _Pragma("unroll") /* why */
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    _Pragma ( "unroll /* inside */ (order)" )
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    _Pragma("un\
roll 2") for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    _Pragma("nounroll") for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    _Pragma("GCC unroll 4") for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    _Pragma("clang loop vectorize(enable) unroll_count(4)") for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    if (n > 2) _Pragma("unroll 2") for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    else hash++;
    out[get_global_id(0)] = hash;
}

__kernel void attributes(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    __attribute__((opencl_unroll_hint(4))) for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    __attribute((opencl_unroll_hint(order)))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    __attribute__((__opencl_unroll_hint__(PAIR(1))))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    __attribute__((opencl_unroll_hint))
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    __attribute__((opencl_unroll_hint()))
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    __attribute__((opencl_unroll_hint(1)))
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    __attribute__((xcl_pipeline_loop, opencl_unroll_hint(4), nounroll_please(1, (2), 3)))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    __attribute__((
        opencl_unroll_hint(sizeof(int)) /* four */
    ))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    if (n > 2) __attribute__((opencl_unroll_hint(2))) for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    else hash++;
    out[get_global_id(0)] = hash;
}
