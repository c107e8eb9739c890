// A version that `-cl-std` names settles that `__OPENCL_C_VERSION__` is defined, and leaves its value to the compiler.
//@ option --cl-std=CL1.2
//@ build -DN=3

#ifndef __OPENCL_C_VERSION__
#include "of_another_language.h"
#define kernel void this is C
#endif

kernel void chosen_by_the_language(global int *out, int n) {
    int sum = 0;
#if defined(__OPENCL_C_VERSION__) && __OPENCL_C_VERSION__ > 0
#pragma unroll 2
#else
#pragma unroll 3
#endif
    for (int i = 0; i < n; i++) {
#if __OPENCL_C_VERSION__ >= 200
        sum += 2 * i;
#else
        sum ^= i;
#endif
    }
    out[get_global_id(0)] = sum;
}

// The device's version is no affair of `-cl-std`.
kernel void chosen_by_the_device(global int *out, int n) {
    int sum = 0;
#ifdef __OPENCL_VERSION__
#pragma unroll 2
#else
#pragma unroll 3
#endif
    for (int i = 0; i < n; i++)
        sum += i;
    out[get_global_id(0)] = sum;
}

#if __OPENCL_C_VERSION__ >= 200
#define TRIPS 3
#else
#define TRIPS 5
#endif

kernel void chosen_by_the_value(global int *out, int n) {
    int sum = n;
#pragma unroll
    for (int i = 0; i < TRIPS; i++)
        sum = sum * 3 + i;
    out[get_global_id(0)] = sum;
}
