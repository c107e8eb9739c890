// Requests behind words that have no place before them, parts of names, and factors that stand in a name.

//@ lint
//@ expect CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110
//@ run sizes=1,5 global=1 local=1

#define UNROLL _Pragma("pragma unroll 4")
__kernel void k(__global int *a, int n) {
    _Pragma("pragma unroll 4")
    for (int i = 0; i < n; ++i) a[i] += 1;
    _Pragma("#pragma unroll 4")
    for (int i = 0; i < n; ++i) a[i] += 1;
    #pragma unroll_count(4)
    for (int i = 0; i < n; ++i) a[i] += 1;
    #pragma clang unroll 4
    for (int i = 0; i < n; ++i) a[i] += 1;
    #pragma OPENCL unroll 4
    for (int i = 0; i < n; ++i) a[i] += 1;
    #pragma unroll4
    for (int i = 0; i < n; ++i) a[i] += 1;
    #pragma unroll_4
    for (int i = 0; i < n; ++i) a[i] += 1;
    __attribute__((unroll_hint(4)))
    for (int i = 0; i < n; ++i) a[i] += 1;
    __attribute__((opencl_unroll(4)))
    for (int i = 0; i < n; ++i) a[i] += 1;
    #pragma clang loop unroll_count(4)
    for (int i = 0; i < n; ++i) a[i] += 1;
}
