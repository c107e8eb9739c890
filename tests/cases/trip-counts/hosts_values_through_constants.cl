// Constant variables that macros of the host initialise are pinned by these macros, as the macros themselves are.

//@ run sizes=0,3 global=4
//@ build -DN=4
//@ build -DN=8 -DM=2
//@ build -DN=8u
//@ build -DN=3+5
//@ build -DN=12 -DM=3
//@ build -DM=4

#ifndef N
#define N 8
#endif
#ifndef M
#define M 1
#endif

#define MIX(x) (hash = hash * 31u + (uint)(x))

constant uint ROWS = N;

__kernel void bounds(__global const int *in, __global uint *out)
{
    uint hash = 1;
    const int n = N;
    #pragma unroll
    for (int i = 0; i < n; i++) MIX(in[i]);
    const int twice = 2 * N;
    #pragma unroll
    for (int i = 0; i < twice; i += 2) MIX(in[i]);
    const long some = N / 2, more = some + 1;
    #pragma unroll
    for (int i = 0; i < some + 1; i++) MIX(in[i]);
    #pragma unroll
    for (int i = 0; i < more; i++) MIX(in[i]);
    #pragma unroll
    for (uint i = 0; i < ROWS; i++) MIX(in[i]);
    const int last = N - 1;
    #pragma unroll
    for (int i = last; i >= 0; i--) MIX(in[i]);
    const uchar small = N * 32 + 8;
    #pragma unroll
    for (int i = 0; i < small; i++) MIX(i);
    out[get_global_id(0)] = hash;
}

__kernel void steps(__global const int *in, __global uint *out)
{
    uint hash = 1;
    const int step = M;
    #pragma unroll
    for (int i = 0; i < N; i += step) MIX(in[i]);
    #pragma unroll
    for (int i = 0; i < 6; i += step) MIX(in[i]);
    #pragma unroll
    for (int i = 0; i < N; i = i + step) MIX(in[i]);
    const int two = 2;
    #pragma unroll
    for (int i = 0; i < N; i = i + two) MIX(in[i]);
    out[get_global_id(0)] = hash;
}

#undef M
#define M 3
__kernel void other_meaning(__global const int *in, __global uint *out)
{
    uint hash = 1;
    const int n = N;
    int k = N;
#undef N
#define N 5
    #pragma unroll
    for (int i = 0; i < n; i++) MIX(in[i]);
    #pragma unroll
    for (int i = 0; i < n + N; i++) MIX(in[i]);
    #pragma unroll 2
    for (int i = 0; i < k; i++) MIX(in[i]);
    out[get_global_id(0)] = hash;
}
