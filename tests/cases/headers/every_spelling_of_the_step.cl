// Each way to write the step, up and down, by one and by more; with a bound that the step does not hit.

//@ run sizes=-5,0,1,2,3,4,5,6,7,8,9,10,11,12,13,17,64

#define HASH(x) hash = hash * 31 + (x) + in[(x) & 15]

__kernel void upwards(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; ++i) HASH(i);
    #pragma unroll 2
    for (int i = 0; i < n; i++) HASH(i);
    #pragma unroll 2
    for (int i = 0; i < n; i += 3) HASH(i);
    #pragma unroll 2
    for (int i = 0; i < n; i = i + 3) HASH(i);
    #pragma unroll 2
    for (int i = 0; i < n; i = 3 + i) HASH(i);
    #pragma unroll 2
    for (int i = 0; i < n; i -= -3) HASH(i);
    out[get_global_id(0)] = hash;
}

__kernel void downwards(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 3
    for (int i = n; i > 0; --i) HASH(i);
    #pragma unroll 3
    for (int i = n; i > 0; i--) HASH(i);
    #pragma unroll 3
    for (int i = n; i > 0; i -= 2) HASH(i);
    #pragma unroll 3
    for (int i = n; i >= 0; i = i - 2) HASH(i);
    #pragma unroll 3
    for (int i = n; i >= -3; i += -2) HASH(i);
    out[get_global_id(0)] = hash;
}

__kernel void constant_trips(__global const int *in, __global int *out)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 10; i += 3) HASH(i);
    #pragma unroll
    for (int i = 10; i > 0; i = i - 3) HASH(i);
    #pragma unroll 3
    for (int i = -4; i <= 9; i = 2 + i) HASH(i);
    #pragma unroll
    for (int i = 9; i >= 1; i -= 4) HASH(i);
    out[get_global_id(0)] = hash;
}

__kernel void step_is_a_macro_or_a_constant(__global const int *in, __global int *out, int n)
{
    #define STRIDE 1 + 2
    const int stride = 2;
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i += STRIDE) HASH(i);
    #pragma unroll 2
    for (int i = 0; i < n; i += stride) HASH(i);
    #pragma unroll
    for (int i = 0; i < 9; i += STRIDE) HASH(i);
    out[get_global_id(0)] = hash;
}
