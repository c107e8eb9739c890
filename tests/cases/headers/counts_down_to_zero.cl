// Headers that only compare a variable with zero: the main loop runs while so many tests are sure to hold, and the author's own loop makes
// the tests that may fail. It also takes values below zero, and leaves the value after the last test.

//@ run sizes=0,1,2,3,4,5,6,7,8,9,16,17

__kernel void ends(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int k = n;
    #pragma unroll 4
    while (k--) {
        if (in[k] & 1) continue;
        hash = hash * 31 + in[k] + k;
    }
    hash = hash * 31 + k;
    uint u = (uint)n;
    #pragma unroll 4
    while (u--) hash = hash * 31 + u;
    hash = hash * 31 + u;
    uchar c = (uchar)n;
    #pragma unroll 2
    for (; c; c--) hash = hash * 31 + c;
    hash = hash * 31 + c;
    uchar w = (uchar)n;
    #pragma unroll 2
    while (w-- != 0) hash = hash * 31 + w;
    hash = hash * 31 + w;
    uchar p = (uchar)(n + 1);
    #pragma unroll 3
    while (--p) hash = hash * 31 + p;
    hash = hash * 31 + p;
    short d = 2 * n;
    #pragma unroll 4
    while (d) {
        int twice = d * 2;
        hash = hash * 31 + twice;
        d -= 2;
    }
    hash = hash * 31 + d;
    #pragma unroll 4
    for (int i = n, j = 0; i-- > 0; j++) hash = hash * 31 + in[i] + j;
    #pragma unroll 4
    for (int i = n; i--; ) { hash = hash * 31 + in[i]; if (hash == 77) return; }
    out[0] = hash;
}

__kernel void begins_below_zero(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int k = 3 - n;
    #pragma unroll 2
    while (k-- > 0) hash = hash * 31 + in[k];
    hash = hash * 31 + k;
    uchar u = (uchar)(3 - n);
    #pragma unroll 4
    for (; u; --u) hash = hash * 31 + u;
    char s = (char)(3 - n);
    #pragma unroll 4
    while (s--) hash = hash * 31 + s;
    hash = hash * 31 + s;
    out[0] = hash + u;
}

__kernel void keep_their_tests(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int k = n;
    #pragma unroll 4
    while (k--) {
        if (in[k] == 7) break;
        hash = hash * 31 + k;
    }
    int m = n;
    #pragma unroll 4
    while (m--) {
        hash = hash * 31 + m;
        if (in[m] == 5 && m) m--;
    }
    int t = n, *pointer = &t;
    #pragma unroll 4
    while (t--) {
        hash = hash * 31 + t;
        if (in[t & 7] == 3 && t > 0) *pointer -= 1;
    }
    out[0] = hash + k + m + t;
}
