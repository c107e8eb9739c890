// Attributes, conditions and `typeof` give a variable another type than its words say.

//@ option --checked
//@ expect CLU102
//@ run sizes=0,1,2,3,8,17 global=4
//@ build
//@ build -DSMALL

#define MIX(x) (hash = hash * 31u + (uint)(x))
#define NO_CONTRACTION _Pragma("clang fp contract(off)")

typedef float Four __attribute__((ext_vector_type(4)));
typedef __attribute__((vector_size(16))) int Leading;
typedef int Byte __attribute__((mode(QI)));
typedef uint Half __attribute__((mode(HI)));
typedef int Aligned __attribute__((aligned(sizeof(int4))));
typedef bool (Truth);
typedef enum { NONE, ONE, TWO } Kind;
#ifdef SMALL
typedef int Chosen;
typedef short Width;
#else
typedef bool Chosen;
typedef long Width;
#endif

__kernel void sizes(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int own __attribute__((vector_size(8)));
    const int limit __attribute__((mode(QI))) = 260;
    #pragma unroll
    for (int i = 0; i < sizeof(Four) / sizeof(float); i++) MIX(in[i & 1]);
    #pragma unroll
    for (int i = 0; i < sizeof(Leading); i++) MIX(in[i & 1] + 1);
    #pragma unroll
    for (int i = 0; i < sizeof own; i++) MIX(in[i & 1] + 2);
    #pragma unroll
    for (int i = 0; i < sizeof(Byte); i++) MIX(in[i & 1] + 3);
    #pragma unroll
    for (int i = 0; i < limit; i++) MIX(in[i & 1] + 4);
    #pragma unroll
    for (int i = 0; i < sizeof(Aligned); i++) MIX(in[i & 1] + 7);
    out[get_global_id(0)] = hash;
}

__kernel void counters(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    const int m = n - 3;
    uint wide __attribute__((mode(DI))) = n;
    #pragma unroll 4
    for (Half i = m; i < n; i++) { MIX(i); if (i > 40) break; }
    #pragma unroll 4
    for (Half i = m; i != (Half)n; i++) { MIX(i); if (i > 40) break; }
    #pragma unroll 4
    for (int i __attribute__((mode(QI))) = m; i < n; i++) MIX(i);
    #pragma unroll 4
    for (int i = 0; i < wide; i++) { MIX(i); if (i > 40) break; }
    out[get_global_id(0)] = hash;
}

__kernel void truths(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    bool done = 0;
    int left = 5;
    #pragma unroll
    for (Truth p = 0; p < 2; p++) { MIX(p); if (left-- < 0) break; }
    left = 5;
    #pragma unroll
    for (__typeof__(done) p = 0; p < 2; p++) { MIX(p); if (left-- < 0) break; }
    left = 5;
    #pragma unroll
    for (Chosen p = 0; p < 2; p++) { MIX(p); if (left-- < 0) break; }
    left = 5;
#ifdef SMALL
    typedef int Own;
    typedef short Short;
#else
    typedef bool Own;
    typedef char Short;
#endif
    #pragma unroll
    for (Own p = 0; p < 2; p++) { MIX(p); if (left-- < 0) break; }
    // Whatever these are, they count.
    #pragma unroll
    for (Short p = 0; p < 3; p++) MIX(p + 4);
    #pragma unroll
    for (Width p = 0; p < 3; p++) MIX(p + 1);
    #pragma unroll
    for (Kind p = NONE; p <= TWO; p++) MIX(p + 2);
    #pragma unroll
    for (Aligned p = 0; p < 3; p++) MIX(p + 3);
    out[get_global_id(0)] = hash;
}

__kernel void alone(__global const int *in, __global int *out, int n)
{
    __label__ end;
    typedef bool Local;
    uint hash = 1;
    int left = 5;
    #pragma unroll
    for (Local p = 0; p < 2; p++) { hash = hash * 31 + p; if (left-- < 0) break; }
    if (n > 5) goto end;
    hash++;
end:
    out[get_global_id(0)] = hash;
}

__kernel void contracted(__global const float *in, __global float *out, int n)
{
    float sum = 0.5f;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        _Pragma("OPENCL FP_CONTRACT OFF")
        sum = sum * 1.25f + i; }
    #pragma unroll
    for (int i = 0; i < 3; i++) { NO_CONTRACTION
        sum = sum * 1.25f + i;
    }
    int k = 0;
    #pragma unroll 2
    while (sum * 0.5f + k > 3.0f && k < 20) {
        _Pragma("STDC FP_CONTRACT OFF")
        sum = sum * 0.75f + 0.1f; k++; }
    out[get_global_id(0)] = sum;
}

__kernel void named_like_a_type(__global const int *in, __global int *out, int n)
{
    int hash = 1;
    #pragma unroll 4
    for (uint uint = 0; uint < n; uint++)
        hash = hash * 31 + in[uint];
    out[get_global_id(0)] = hash;
}
