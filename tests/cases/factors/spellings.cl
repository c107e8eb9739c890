// Every way to write four, and a few other numbers.

//@ run sizes=0,1,3,4,5,9,17

enum { NONE, ONE, FOUR = 4 };

#define HASH hash = hash * 31 + in[i]

__kernel void spelled(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll(4)
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll ( 4 )
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll 0x4
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll 04
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll 4u
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll 4UL
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll '\4'
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll FOUR
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll sizeof(float)
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll sizeof(float4) / sizeof(float)
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll (1 > 2 ? 3 : 4)
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll (1 << 2)
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll (2+2)
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll 2 * (1 + 1)
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll ONE
    for (int i = 0; i < n; i++) HASH;
    #pragma unroll (~0 & 6) ^ 2
    for (int i = 0; i < n; i++) HASH;
    out[get_global_id(0)] = hash;
}
