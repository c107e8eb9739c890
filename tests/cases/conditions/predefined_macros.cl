// OpenCL C settles some macros: no host defines `__cplusplus`, and a version that is defined is at least 100.
//@ build -DCOUNT=5
//@ build -DFAST=1
//@ build -DTILE=3

#ifdef __cplusplus
#define COUNT 1000
#include <cstdint>
#pragma unroll 4
for (this is not OpenCL C) {
#endif

#if defined(__CUDACC__) || defined __HIPCC__ || __METAL_VERSION__ >= 200
#define FUNCTION __device__
#else
#define FUNCTION
#endif

#ifndef __CUDA_ARCH__
typedef float real;
#else
typedef double real;
#endif

#if defined(__OPENCL_CPP_VERSION__)
#define LEAST 0
#elif defined(__OPENCL_VERSION__) && __OPENCL_VERSION__ >= 100
#define LEAST 1
#elif __OPENCL_VERSION__ > 50
#define LEAST 2
#else
#define LEAST 3
#endif

FUNCTION real twice(real x) { return 2 * x; }

kernel void counted(global float *out, global const float *in) {
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        real x = in[i];
#if __cplusplus >= 201103L
        auto y = x;
#else
        real y = twice(x);
#endif
        sum += y;
    }
    out[get_global_id(0)] = sum;
}

// A version is at least 100 if it is defined: three spellings of one test.
kernel void versions(global int *out, int n) {
    int sum = LEAST;
#pragma unroll 4
    for (int i = 0; i < n; i++) {
#if __OPENCL_C_VERSION__ >= 100
        sum += i;
#endif
#if 99 < __OPENCL_C_VERSION__
        sum ^= i;
#endif
#ifdef __OPENCL_C_VERSION__
        sum *= 3;
#endif
#if !__OPENCL_C_VERSION__
        sum += 1000;
#endif
    }
    out[get_global_id(0)] = sum;
}

// A file that defines the macro has a say.
#ifdef FAST
#define __HIPCC__ 1
#endif

kernel void defined_here(global int *out, int n) {
    int sum = 0;
#pragma unroll 2
    for (int i = 0; i < n; i++) {
#ifdef __HIPCC__
        sum += 2 * i;
#else
        sum -= i;
#endif
    }
    out[get_global_id(0)] = sum;
}

#undef __CUDACC__
#define __CUDACC__ 3

kernel void defined_last(global int *out) {
    int sum = 0;
#pragma unroll
    for (int i = 0; i < __CUDACC__; i++)
        sum += i;
#ifdef __CUDACC__
    sum *= 2;
#endif
    out[get_global_id(0)] = sum;
}
