// Bounds, starts and steps in constant variables whose initialisers name other constant variables.
//@ run sizes=0,1,5
//@ build -DN=8
//@ build -DN=4+4
//@ build -DN=7
//@ build -DN=8u
//@ build -DN=300

#ifndef N
#define N 8
#endif

__kernel void plain(__global int *out, int x)
{
    uint hash = x;
    const int n = 8;
    const int m = n * 2;
    #pragma unroll
    for (int i = 0; i < m; i++) hash = hash * 31 + i;
    const uint u = m - 10u;
    const short s = u;
    #pragma unroll
    for (int i = n - 3; i < s + n; i += s - 4) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void of_the_host(__global int *out, int x)
{
    uint hash = x;
    const int n = N;
    const int m = n * 2;
    #pragma unroll
    for (int i = 0; i < m; i++) hash = hash * 31 + i;
    const int first = n - 3, last = m - first;
    #pragma unroll
    for (int i = first; i < last; i++) hash = hash * 31 + i;
    const int step = (first & 3) + 1;
    #pragma unroll
    for (int i = 0; i < 16; i += step > 0 ? 2 : 3) hash = hash * 31 + i;
    #pragma unroll 4
    for (int i = 0; i < 9; i += step) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

// The types of the variables count: 300 is 44 in `n`.
__kernel void narrow(__global int *out, int x)
{
    uint hash = x;
    const uchar n = N;
    const int m = n + 1;
    #pragma unroll
    for (int i = 0; i < m; i++) hash = hash * 31 + i;
    const uint u = n;
    const int w = u - 9;
    #pragma unroll
    for (int i = w; i < 4; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

// The macro means something else where the variables are used, or one of them is no constant.
__kernel void other_meanings(__global int *out, int x)
{
    uint hash = x;
#define HALF (N / 2)
    const int n = HALF;
    const int m = n + 1;
#undef HALF
#define HALF 4
    #pragma unroll
    for (int i = 0; i < n; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < m; i++) hash = hash * 31 + i;
    int v = N;
    const int w = v + 1;
    v = 2;
    #pragma unroll 2
    for (int i = 0; i < w; i++) hash = hash * 31 + i;
    {
        const int n = 3, p = n + 1;
        const int q = p + N;
        #pragma unroll
        for (int i = 0; i < q; i++) hash = hash * 31 + i;
    }
    out[get_global_id(0)] = hash;
}
