// `pipe` is a name like any other before OpenCL C 2.0.
//@ expect CLU102
//@ option --cl-std=CL1.2
//@ run sizes=0,1,2,5,9 global=1 local=1

__kernel void parameter(__global int *out, int pipe)
{
    #pragma unroll
    for (int i = 0; i < pipe + 4; i++) out[i] += i;
    #pragma unroll 2
    for (int i = pipe - 1; i < 9; i++) out[i & 15] += i;
}

__constant int pipe = 3;

__kernel void constant_memory(__global int *out, int n)
{
    #pragma unroll
    for (int i = 0; i < pipe+4; i++) out[i] += i * n;
    #pragma unroll 2
    for (int i = n; i < 20; i += pipe +1) out[i & 15] += i;
}

__kernel void variable(__global int *out, int n)
{
    int pipe = n;
    #pragma unroll 2
    for (int i = 0; i < (pipe); i++) out[i] += i;
}
