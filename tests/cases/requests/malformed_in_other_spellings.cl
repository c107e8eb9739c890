// CLU001 to CLU008 for attributes, pragma operators and other compilers' pragmas.

//@ expect CLU001 CLU002 CLU006 CLU006 CLU006 CLU006 CLU006 CLU006 CLU006 CLU007 CLU007 CLU007 CLU008 CLU008 CLU101

#define NOTHING

__kernel void k(__global int *out, int n)
{
    __attribute__((opencl_unroll_hint(-1)))
    for (int i = 0; i < n; i++) out[i] = i;
    __attribute__((opencl_unroll_hint(n)))
    for (int i = 0; i < n; i++) out[i] = i;
    __attribute__((opencl_unroll_hint(0)))
    for (int i = 0; i < n; i++) out[i] = i;
    __attribute__((opencl_unroll_hint(2, 4)))
    for (int i = 0; i < n; i++) out[i] = i;
    __attribute__((opencl_unroll_hint 4))
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma clang loop unroll_count(0)
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma clang loop unroll(4)
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma clang loop unroll
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma clang loop unroll(full) unroll_count(4)
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma nounroll 4
    for (int i = 0; i < n; i++) out[i] = i;
    _Pragma("unroll \"4\"")
    for (int i = 0; i < n; i++) out[i] = i;
    _Pragma("unroll 0")
    for (int i = 0; i < n; i++) out[i] = i;
    _Pragma("unroll 2") _Pragma("nounroll")
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma clang loop unroll(enable)
    NOTHING
    #pragma unroll 4
    #pragma GCC unroll 2
    for (int i = 0; i < n; i++) out[i] = i;
}
