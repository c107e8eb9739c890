// `long long` is as wide as the compiler likes (OpenCL C 6.3.1): of 128 bits for clang.

//@ option --checked
//@ except oclgrind its interpreter has no integers of 128 bits
//@ expect CLU102
//@ run sizes=0,1,2,3,8,17 global=4

#define MIX(x) (hash = hash * 31u + (uint)(x))

__kernel void sizes(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < sizeof(long long); i++) MIX(in[i & 1] + 5);
    #pragma unroll
    for (int i = 0; i < sizeof(3LL); i++) MIX(in[i & 1] + 6);
    #pragma unroll 4
    for (int i = 0; i < (0xffffffffffffffffULL + 4ULL); i++) { MIX(i); if (i > 20) break; }
    out[get_global_id(0)] = hash;
}

__kernel void counters(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (long long i = 1; i != 0; i <<= 16) MIX(i);
    #pragma unroll 4
    for (ulong i = n - 3; i < (long long)n - 8; i++) { MIX(i); if (i > 20) break; }
    // A few are counted alike, whatever the width.
    #pragma unroll
    for (unsigned long long i = 0; i < 5; i++) MIX(i);
    out[get_global_id(0)] = hash;
}
