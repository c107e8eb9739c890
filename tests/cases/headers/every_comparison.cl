// Each comparison, with the variable on either side, counted and full. The body's hash depends on the order.

//@ run sizes=-3,-1,0,1,2,3,4,5,8,17,64

#define HASH(x) hash = hash * 31 + (x) + in[(x) & 15]

__kernel void less(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) HASH(i);
    #pragma unroll 4
    for (int i = 0; n > i; i++) HASH(i);
    #pragma unroll
    for (int i = 0; i < 7; i++) HASH(i);
    #pragma unroll
    for (int i = 0; 7 > i; i++) HASH(i);
    out[get_global_id(0)] = hash;
}

__kernel void less_or_equal(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i <= n; i++) HASH(i);
    #pragma unroll 4
    for (int i = 0; n >= i; i++) HASH(i);
    #pragma unroll
    for (int i = 1; i <= 7; i++) HASH(i);
    #pragma unroll
    for (int i = 1; 7 >= i; i++) HASH(i);
    out[get_global_id(0)] = hash;
}

__kernel void greater(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = n; i > 0; i--) HASH(i);
    #pragma unroll 4
    for (int i = n; 0 < i; i--) HASH(i);
    #pragma unroll
    for (int i = 7; i > 0; i--) HASH(i);
    #pragma unroll
    for (int i = 7; 0 < i; i--) HASH(i);
    out[get_global_id(0)] = hash;
}

__kernel void greater_or_equal(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = n - 1; i >= 0; i--) HASH(i);
    #pragma unroll 4
    for (int i = n - 1; 0 <= i; i--) HASH(i);
    #pragma unroll
    for (int i = 7; i >= 0; i--) HASH(i);
    #pragma unroll
    for (int i = 7; 0 <= i; i--) HASH(i);
    out[get_global_id(0)] = hash;
}

__kernel void not_equal(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int top = abs(n);
    #pragma unroll 4
    for (int i = 0; i != top; i++) HASH(i);
    #pragma unroll 4
    for (int i = top; 0 != i; i--) HASH(i);
    #pragma unroll
    for (int i = 0; i != 7; i++) HASH(i);
    #pragma unroll
    for (int i = 12; 0 != i; i -= 3) HASH(i);
    out[get_global_id(0)] = hash;
}
