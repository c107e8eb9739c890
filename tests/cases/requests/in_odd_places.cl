// Requests where statements are easily miscounted, and what looks like a request and is none.

//@ build -DMAYBE=__attribute__((xcl_pipeline_loop))
//@ run sizes=0,1,2,3,4,5,6,9

#define APPLY(a) a
#define TWICE(a, b) a b
#define NOTHING
#define PIPELINE __attribute__((xcl_pipeline_loop(1)))
#ifndef MAYBE
#define MAYBE
#endif
#define COUNT(x) x++;
#define NONE(x)
#define BODY \
    _Pragma("unroll 2") /* in a definition */ \
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
#define HIDDEN(x) \
    #x

__kernel __attribute__((work_group_size_hint(4, 1, 1))) void odd(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int data __attribute__((aligned(16))) = 3;
    if (n > 1)
        if (n > 2)
            #pragma unroll 2
            for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
        else
            __attribute__((opencl_unroll_hint(2)))
            for (int i = 0; i < n; i++) hash = hash * 31 + in[i] + 1;
    else if (n > 0)
        _Pragma("unroll 2")
        for (int i = 0; i < n; i++) hash = hash * 31 + in[i] + 2;
    switch (n & 3) {
    case 0:
    #pragma unroll 2
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    case 1: _Pragma("unroll 2") for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    break;
    case 2: __attribute__((opencl_unroll_hint(2))) for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    default:;
    }
    APPLY(__attribute__((opencl_unroll_hint(2))) for (int i = 0; i < n; i++) hash = hash * 31 + in[i];)
    APPLY(_Pragma("unroll 2") for (int i = 0; i < n; i++) { hash = hash * 31 + in[i]; })
    TWICE(_Pragma("unroll 2"), for (int i = 0; i < n; i++) hash = hash * 31 + in[i];)
    TWICE(__attribute__((opencl_unroll_hint(2))), for (int i = 0; i < n; i++) hash = hash * 31 + in[i];)
    BODY
    #pragma unroll 2
    NOTHING NONE(1) for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 2
    NOTHING
    #pragma ivdep
    NOTHING for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    PIPELINE
    __attribute__((opencl_unroll_hint(2))) for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    COUNT(hash)
    __attribute__((opencl_unroll_hint(2))) for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 2
    /* for
     */ for /* for */ (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    for (__attribute__((unused)) int i = 0; i < 2; i++) hash++;
    #pragma unroll 2
    for (int i __attribute__((unused)) = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 2
    for (__attribute__((unused)) int __attribute__((unused)) i = 0; i < n; i++) hash = hash * 31 + in[i];
    __attribute__((opencl_unroll_hint)) for (int i = 0; i < 3; i++);
    __attribute__((opencl_unroll_hint)) for (int i = 0; i < 2; i++) __attribute__((opencl_unroll_hint)) for (int j = 0; j < 2; j++)
        __attribute__((opencl_unroll_hint(1))) for (int k = 0; k < n; k++) hash = hash * 31 + in[k] + i + j;
    for (int j = 0; j < 2; j++) __attribute__((opencl_unroll_hint)) for (int i = 0; i < 2; i++) hash = hash * 31 + in[i] + j;
    do __attribute__((opencl_unroll_hint(2))) for (int i = 0; i < n; i++) hash = hash * 31 + in[i]; while (hash == 0);
    { __attribute__((opencl_unroll_hint(2))) for (int i = 0; i < n; i++) { hash = hash * 31 + in[i]; } }
    hash += data; _Pragma("unroll 2") /* a */ for (int i = 0; i < n; i++) /* b */ hash = hash * 31 + in[i]; hash++;
    _Pragma("message(\"no unroll 4 here\")")
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

__kernel void behind_a_macro_of_the_host(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    MAYBE
    __attribute__((opencl_unroll_hint)) for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
