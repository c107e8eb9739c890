// Loops up to a macro of the host in places where a statement, a line or a directive is not just anywhere.

//@ build
//@ build -DN=3
//@ build -DN=9
//@ build -DN=(2+3) -DM=1
//@ build -DM=0
//@ build -DLESS
//@ run sizes=16

#ifndef N
#define N 5
#endif
#ifndef M
#define M 2
#endif
#define PASTE(body) body
#define BOTH(loop) loop loop

__kernel void places(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    if (n > 3)
        #pragma unroll
        for (int i = 0; i < N; i++) hash = hash * 31 + in[i];
    else
        #pragma unroll
        for (int i = N; i > 1; i -= M) hash = hash * 37 + i;
    switch (n & 1) {
    case 0:
        #pragma unroll
        for (int i = 0; i < N; i++) { if (in[i] == 3) break; hash += i; }
        break;
    default: __attribute__((opencl_unroll_hint)) for (uint i = 1; i <= 2 * N; i += 3) hash ^= i; hash++; /* more
        of it */ hash++;
    }
    do
        #pragma unroll
        for (int i = 0; i < N + M; i++) hash = hash * 3 + i;
    while (hash < 3);
    for (int j = 0; j < 3; j++) __attribute__((opencl_unroll_hint)) for (int i = 0; i < N; i++) { hash += j * i; continue; }
    PASTE(_Pragma("unroll") for (int i = 0; i < N; i++) { hash = hash * 5 + i; })
    BOTH(_Pragma("unroll") for (int i = 0; i < N; i++) { hash = hash * 7 + i; })
    int i = 7; \
    _Pragma("unroll") for (i = 0; i < N; ++i) hash += i;
    hash = hash * 11 + i;
again:
    #pragma unroll
    for (int k = 0; k < N; k++) {
        #pragma unroll 1
        for (int l = 0; l < 2; l++) hash = hash * 13 + l;
        #pragma unroll
        for (int l = 0; l < M; l++) hash = hash * 17 + l;
    }
    if (hash == 1) goto again;
    out[get_global_id(0)] = hash;
}

// The first loop has another bound than the second, though the text is the same.
__kernel void changing(__global const int *in, __global int *out, int n)
{
    uint hash = n;
    #pragma unroll
    for (int i = 0; i < M; i++) {
#define LATER N
        hash = hash * 31 + in[i];
    }
    #pragma unroll
    for (int i = 0; i < LATER; i++) {
#undef LATER
#define LATER 3
        hash = hash * 31 + in[i];
        #pragma unroll
        for (int j = 0; j < LATER; j++) hash = hash * 3 + j;
    }
    out[get_global_id(0)] = hash;
}

// Types of every kind, and starts below zero.
__kernel void types(__global const int *in, __global int *out, int n)
{
    uint hash = n;
    #pragma unroll
    for (uchar i = 250; i > 250 - N; i--) hash = hash * 31 + i;
    #pragma unroll
    for (short i = -N; i < N; i += 2) hash = hash * 31 + i;
    #pragma unroll
    for (long i = -2; i <= N; i += 3) hash = hash * 31 + (uint)i;
    #pragma unroll
    for (size_t i = N; i != 0; i--) hash = hash * 31 + (uint)i;
    #pragma unroll
    for (ulong i = 1; i < (ulong)N * 2; i *= 2) hash = hash * 31 + (uint)i;
    #pragma unroll
    for (int i = 1, j = N; i < N; i++, j--) hash = hash * 31 + i * j;
    out[get_global_id(0)] = hash;
}

// A condition in the header chooses the comparison: the text of the header is not what any compiler sees.
__kernel void comparison(__global const int *in, __global int *out, int n)
{
    uint hash = n;
    #pragma unroll
    for (int i = 0; i
#ifdef LESS
        <
#else
        <=
#endif
        N; i++)
        hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
