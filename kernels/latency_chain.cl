// A chain of dependent operations over a private slice of global memory: one load, one `rsqrt`, eight additions and
// multiplications that each wait for the one before. Nothing overlaps within an iteration, so unrolling has only the
// loop's own cost to save, and the factors 1, 2, 4, 8 and 16 show how much that is. The second half adds
// `native_sin`, the special-function unit's own latency.
//
// Idea: the latency micro-benchmarks of the SHOC suite (MaxFlops), reduced to one chain.

//@ run sizes=0,1,2,3,7,8,9,15,16,17,31,33,509

// Keeps the value near one, so that no chain runs off to infinity.
#define STEP(x) \
    x = x + 0.5f; x = x * 0.75f; x = x + 0.25f; x = x * 0.5f; \
    x = x + 0.5f; x = x * 0.75f; x = x + 0.25f; x = x * 0.5f;

__kernel void chain_by_1(__global const float *in, __global float *out, int n)
{
    int id = get_global_id(0);
    __global const float *slice = in + id * n;
    float x = 1.0f;
    #pragma unroll 1
    for (int i = 0; i < n; i++) {
        x += rsqrt(fabs(slice[i]) + 1.0f);
        STEP(x)
    }
    out[id] = x;
}

__kernel void chain_by_2(__global const float *in, __global float *out, int n)
{
    int id = get_global_id(0);
    __global const float *slice = in + id * n;
    float x = 1.0f;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        x += rsqrt(fabs(slice[i]) + 1.0f);
        STEP(x)
    }
    out[id] = x;
}

__kernel void chain_by_4(__global const float *in, __global float *out, int n)
{
    int id = get_global_id(0);
    __global const float *slice = in + id * n;
    float x = 1.0f;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        x += rsqrt(fabs(slice[i]) + 1.0f);
        STEP(x)
    }
    out[id] = x;
}

__kernel void chain_by_8(__global const float *in, __global float *out, int n)
{
    int id = get_global_id(0);
    __global const float *slice = in + id * n;
    float x = 1.0f;
    #pragma unroll 8
    for (int i = 0; i < n; i++) {
        x += rsqrt(fabs(slice[i]) + 1.0f);
        STEP(x)
    }
    out[id] = x;
}

__kernel void chain_by_16(__global const float *in, __global float *out, int n)
{
    int id = get_global_id(0);
    __global const float *slice = in + id * n;
    float x = 1.0f;
    #pragma unroll 16
    for (int i = 0; i < n; i++) {
        x += rsqrt(fabs(slice[i]) + 1.0f);
        STEP(x)
    }
    out[id] = x;
}

__kernel void chain_sin_by_1(__global const float *in, __global float *out, int n)
{
    int id = get_global_id(0);
    __global const float *slice = in + id * n;
    float x = 1.0f;
    #pragma unroll 1
    for (int i = 0; i < n; i++) {
        x += rsqrt(fabs(slice[i]) + 1.0f);
        x += native_sin(x);
        STEP(x)
    }
    out[id] = x;
}

__kernel void chain_sin_by_2(__global const float *in, __global float *out, int n)
{
    int id = get_global_id(0);
    __global const float *slice = in + id * n;
    float x = 1.0f;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        x += rsqrt(fabs(slice[i]) + 1.0f);
        x += native_sin(x);
        STEP(x)
    }
    out[id] = x;
}

__kernel void chain_sin_by_4(__global const float *in, __global float *out, int n)
{
    int id = get_global_id(0);
    __global const float *slice = in + id * n;
    float x = 1.0f;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        x += rsqrt(fabs(slice[i]) + 1.0f);
        x += native_sin(x);
        STEP(x)
    }
    out[id] = x;
}

__kernel void chain_sin_by_8(__global const float *in, __global float *out, int n)
{
    int id = get_global_id(0);
    __global const float *slice = in + id * n;
    float x = 1.0f;
    #pragma unroll 8
    for (int i = 0; i < n; i++) {
        x += rsqrt(fabs(slice[i]) + 1.0f);
        x += native_sin(x);
        STEP(x)
    }
    out[id] = x;
}

__kernel void chain_sin_by_16(__global const float *in, __global float *out, int n)
{
    int id = get_global_id(0);
    __global const float *slice = in + id * n;
    float x = 1.0f;
    #pragma unroll 16
    for (int i = 0; i < n; i++) {
        x += rsqrt(fabs(slice[i]) + 1.0f);
        x += native_sin(x);
        STEP(x)
    }
    out[id] = x;
}
