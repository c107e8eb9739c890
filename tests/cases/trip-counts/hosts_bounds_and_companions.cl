// The host decides the bound, and the step changes other variables too, by values of the run and of the host.

//@ option -DN=6
//@ build -DN=5
//@ build -DN=0
//@ build -DN=3+3
//@ build -DN=6+m
//@ run sizes=0,1,3

#ifndef N
#define N 6
#endif
#define STRIDE (N > 3 ? 3 : N)
enum { m = 0 };

__kernel void two_steps(__global const int *in, __global int *out, int n)
{
    uint sum = 1;
    int k = 2;
    #pragma unroll
    for (int i = 0; i < N; i++, k += n)
        sum = sum * 3 + in[k] + i;
    out[0] = sum;
    out[1] = k;
}

__kernel void with_directives(__global const int *in, __global int *out, int n)
{
    uint sum = 1;
    int k = 2;
    #pragma unroll
    for (int i = 0; i < N; i++, k += STRIDE) {
#ifdef SQUARES
        sum += in[k] * in[k];
#endif
        sum = sum * 3 + in[k] * i;
    }
    out[0] = sum;
    out[1] = k;
}

// A condition and an assertion would read the other `m` than the loop does.
__kernel void declares_another(__global const int *in, __global int *out, int n)
{
    uint sum = 1;
    #pragma unroll
    for (int i = 0, m = 1; i < N; i++, m--)
        sum = sum * 3 + in[i] * m;
    out[0] = sum;
}

__kernel void a_factor(__global const int *in, __global int *out, int n)
{
    uint sum = 1;
    int k = 2;
    #pragma unroll 4
    for (int i = 0; i < N; k += n, i++)
        sum = sum * 3 + in[k] + i;
    out[0] = sum;
    out[1] = k;
}

__kernel void a_step_of_the_host(__global const int *in, __global int *out, int n)
{
    uint sum = 1;
    int k = 2;
    #pragma unroll
    for (int i = 0; i < 24; i += N + 2, k++)
        sum = sum * 3 + in[k] + i;
    out[0] = sum;
    out[1] = k;
}

__kernel void the_bound_changes(__global const int *in, __global int *out, int n)
{
    uint sum = 1;
    int end = N;
    #pragma unroll
    for (int i = 0; i < end; i++, end--)
        sum = sum * 3 + in[i];
    out[0] = sum;
    out[1] = end;
}
