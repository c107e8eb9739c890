// Loops that share their lines with other statements: directives get lines of their own, and the rest keeps its place.

//@ run sizes=0,1,2,3,4,5,8,9 global=4
//@ build -DN=2
//@ build -DN=5
#ifndef N
#define N 3
#endif
#define MIX(x) (hash = hash * 31u + (uint)(x))

__kernel void shared_lines(__global const int *in, __global int *out, int n)
{
    uint hash = 1; int k;
    MIX(2); _Pragma("unroll") for (int i = 0; i < 2; i++) MIX(in[i]); MIX(3);
    MIX(4); _Pragma("unroll") for (int i = 0; i < N; i++) MIX(in[i]); MIX(5);
    MIX(6); _Pragma("unroll") for (int i = 0; i < 2; i++) { _Pragma("unroll") for (int j = 0; j < N; j++) MIX(in[i] + j); } MIX(7);
    MIX(8); _Pragma("unroll 2") for (int i = 0; i < n; i++) { _Pragma("unroll") for (int j = 0; j < N; j++) MIX(in[i] + j); } MIX(9);
    MIX(10); _Pragma("unroll") for (k = 0; k < 2; k++) MIX(in[k]); MIX(k);
    MIX(11); _Pragma("unroll 4") for (k = 0; k < 9; k++) MIX(in[k]); MIX(k);
    MIX(12); _Pragma("unroll") for (int i = 0; i < 0; i++) MIX(in[i]); MIX(13);
    { _Pragma("unroll 2") for (int i = 0; i < n; i++) MIX(in[i]); }
    for (int r = 0; r < 2; r++) { _Pragma("unroll 2") for (int i = 0; i < n; i += 3) MIX(in[i] + r); }
    if (n & 1) { _Pragma("clang loop vectorize(enable)") _Pragma("unroll 2") for (int i = 0; i < 8; i++) MIX(in[i]); } else MIX(14);
    { /* before */ _Pragma("unroll 4") for (int i = 0; i < n; i++) /* in */ MIX(in[i]); /* after */ }
    for (int r = 0; r < 2; r++) {
#ifdef N
        #pragma unroll 4
        for (int i = 0; i < n; i++) MIX(in[i] + r);
#endif
    }
    #pragma unroll
    for (int r = 0; r < 2; r++) {
        #pragma unroll 4
        for (int i = 0; i < n; i++) MIX(in[i]);
    }
    out[get_global_id(0)] = hash;
}
