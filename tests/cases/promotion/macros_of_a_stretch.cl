// Arrays whose length is one macro's and whose loops are another's, and a macro that changes between the uses of an array.

//@ build
//@ build -DN=9
//@ build -DM=3
//@ build -DN=4 -DM=1+1
//@ build -DN=2+6
//@ build -DSMALL
//@ build -DSMALL -DM=6
//@ run sizes=16

#ifndef N
#define N 8
#endif
#ifndef M
#define M 4
#endif

__kernel void length_and_loop(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[N];
    #pragma unroll
    for (int i = 0; i < N; i++) sums[i] = in[i];
    #pragma unroll
    for (int i = 0; i < M; i++) sums[i] += i;
    #pragma unroll
    for (int i = 0; i < N; i++) out[i] = sums[i];
    out[10] = N;
}

__kernel void changes_between(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int part[8];
    int total = 0;
    #pragma unroll
    for (int i = 0; i < 8; i++) part[i] = in[i];
    #pragma unroll
    for (int i = 0; i < M; i++) total += part[i];
#ifdef SMALL
#undef M
#define M 2
#endif
    #pragma unroll
    for (int i = 0; i < M; i++) total += 10 * part[i];
    out[0] = total;
}
