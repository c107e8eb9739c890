// Requests that no configuration compiles, and some that it may.
//@ lint
//@ option -DTOLD=1
//@ expect CLU112 CLU112 CLU112 CLU112 CLU112 CLU112 CLU112

#define SURE 1

kernel void unreachable(global int *a, int n)
{
    int sum = 0;
#if 0
    #pragma unroll 4
#endif
    for (int i = 0; i < n; i++) sum += i;
#if SURE
    #pragma unroll 2
#else
    #pragma unroll 8
#endif
    for (int i = 0; i < n; i++) sum += i;
#ifdef FAST
#ifndef FAST /* never,
    as it happens */
    __attribute__((opencl_unroll_hint(4)))
#endif
#endif
    for (int i = 0; i < n; i++) sum += i;
#if 0
    // It's no code at all.
#if TOLD
    #pragma unroll 3
#elif 0
    #pragma unroll 5
#endif
    _Pragma("unroll 6") for (int i = 0; i < n; i++) sum += i;
    // #pragma unroll 7
    /* #pragma unroll 8 */
    #pragma clang loop unroll(full)
    for (int i = 0; i < n; i++) sum += i;
#endif
    // What is told today may be told otherwise tomorrow.
#if TOLD
    #pragma unroll 2
#else
    #pragma unroll 2
#endif
    for (int i = 0; i < n; i++) sum += i;
#ifdef __NV_CL_C_VERSION
    #pragma unroll 4
#endif
    for (int i = 0; i < n; i++) sum += i;
    a[0] = sum;
}
