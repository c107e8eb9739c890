// Names that are nearly those of requests, and names that only look like them.
//@ lint
//@ expect CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110
//@ expect CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110

#define UNROLL_4 _Pragma("unrol 4")
#define HINTED __attribute__((opencl_unrol_hint(2)))
#define UNROL

kernel void slips(global int *a, int n)
{
    int sum = 0;
    #pragma unrol 4
    for (int i = 0; i < 4; i++) sum += i;
    #pragma UNROLL
    for (int i = 0; i < 4; i++) sum += i;
    #  pragma  Unroll(2)
    for (int i = 0; i < 4; i++) sum += i;
    #pragma unrolll
    for (int i = 0; i < 4; i++) sum += i;
    #pragma unorll 8 // transposed
    for (int i = 0; i < 4; i++) sum += i;
    #pragma un roll 2
    for (int i = 0; i < 4; i++) sum += i;
    #pragma unroll4
    for (int i = 0; i < 4; i++) sum += i;
    #pragma unroll_16
    for (int i = 0; i < 4; i++) sum += i;
    #pragma nounrol
    for (int i = 0; i < 4; i++) sum += i;
    #pragma noUnroll
    for (int i = 0; i < 4; i++) sum += i;
    // As near to the one as to the other.
    #pragma nunroll
    for (int i = 0; i < 4; i++) sum += i;
    #pragma opencl_unroll_hint(4)
    for (int i = 0; i < 4; i++) sum += i;
    #pragma opencl_unroll_hint
    for (int i = 0; i < 4; i++) sum += i;
    #pragma clang loop unrol(full)
    for (int i = 0; i < 4; i++) sum += i;
    #pragma clang loop vectorize(enable) unroll_cout(4)
    for (int i = 0; i < 4; i++) sum += i;
    #pragma Clang loop unroll(full)
    for (int i = 0; i < 4; i++) sum += i;
    #pragma GCC unrol 4
    for (int i = 0; i < 4; i++) sum += i;
    #pragma gcc unroll 4
    for (int i = 0; i < 4; i++) sum += i;
    __attribute__((opencl_unroll_hnt(4)))
    for (int i = 0; i < 4; i++) sum += i;
    _Pragma("unrol 4") for (int i = 0; i < 4; i++) sum += i;
    #pragma promote_to_register
    int b[2] = { sum, sum };
    #pragma clunrol exact
    for (int i = 0; i < 4; i++) sum += i;
    // Two slips in so short a word count before a loop alone.
    #pragma unrolled
    a[0] = b[0] + sum;
}

kernel void others(global int *a, int n)
{
    int sum = 0;
    #pragma unroll_and_jam
    for (int i = 0; i < 4; i++) sum += i;
    #pragma no_unroll
    for (int i = 0; i < 4; i++) sum += i;
    #pragma UNROL
    for (int i = 0; i < 4; i++) sum += i;
    #pragma ivdep
    for (int i = 0; i < 4; i++) sum += i;
    #pragma loop unroll
    for (int i = 0; i < 4; i++) sum += i;
    #pragma omp unroll partial(2)
    for (int i = 0; i < 4; i++) sum += i;
    #pragma HLS unrol
    for (int i = 0; i < 4; i++) sum += i;
    #pragma GCC ivdep
    for (int i = 0; i < 4; i++) sum += i;
    #pragma OPENCL EXTENSION cl_khr_fp64 : enable
    #pragma STDC FP_CONTRACT ON
    #pragma once_unrol
    #pragma 4
    #pragma
    a[0] = sum + n;
}
