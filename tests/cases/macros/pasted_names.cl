// Names that macros paste together: those that clunroll would make, and those of variables.

//@ option --checked
//@ run sizes=0,1,2,3,5,8
//@ build -DK=2

#ifndef K
#define K 1
#endif
#define V(x) i_##x
#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define LOG(format, ...) (format, ##__VA_ARGS__)

__kernel void made_names(__global int *out, int n)
{
    uint hash = 1;
    int V(end) = 5, V(base) = 6;
    #pragma unroll 4
    for (int i = 0; i < n; i++) { hash = hash * 31 + i + V(end) - V(base); }
    out[get_global_id(0)] = hash;
}

__kernel void variables(__global int *out, int n)
{
    uint hash = 1;
    int n1 = n, n2 = n;
    #pragma unroll 4
    for (int i = 0; i < n1; i++) {
        hash = hash * 31 + i;
        if (i & 1) CAT(n, K) -= 1;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + LOG(i);
    out[get_global_id(0)] = hash + n2;
}

#define LT < m +
#define m m * 2

__kernel void painted(__global int *out, int n)
{
    uint hash = 1;
#undef m
    int m = n;
#define m m * 2
    #pragma unroll 4
    for (int i = 0; i LT 1; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}
