// CLU003 in every spelling: what follows is no loop.

//@ expect CLU003 CLU003 CLU003 CLU003 CLU003 CLU003 CLU003 CLU003 CLU003

__kernel void k(__global int *out, int n)
{
    __attribute__((opencl_unroll_hint(4)))
    if (n) out[0] = 1;
    __attribute__((opencl_unroll_hint)) {
        out[1] = 1;
    }
    __attribute__((opencl_unroll_hint(4)))
    out[2] = 1;
    _Pragma("unroll 4") out[3] = 1;
    #pragma nounroll
    if (n) out[0] = 1;
    #pragma clang loop unroll(full)
    #pragma ivdep
    out[4] = 1;
    #pragma GCC unroll 4
    Here: out[5] = 1;
    for (int i = 0; _Pragma("unroll 4") i < n; i++) out[i] = i;
    int last __attribute__((opencl_unroll_hint(2))) = n;
}
