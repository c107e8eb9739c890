// Conditions that have nothing to do with a loop do not count against the number of its configurations. Where they give the function its
// structure, the loop is read without the function.
//@ option --checked
//@ run sizes=0,1,5,16 global=1 local=1
//@ build -DA2 -DA3
//@ build -DA1 -DA4 -DA7
//@ build -DDK=64 -DDV=32

__kernel void nothing_in_them(__global int *out, int n) {
    int sum = 0;
#pragma unroll 4
    for (int i = 0; i < n; i++) {
        sum = sum * 3 + i;
#ifdef A1
        // nothing
#endif
#ifdef A2
        // nothing
#endif
#ifdef A3
        // nothing
#endif
#ifdef A4
        // nothing
#endif
#ifdef A5
        // nothing
#endif
#ifdef A6
        // nothing
#endif
#ifdef A7
        // nothing
#endif
        sum ^= i;
    }
    out[0] = sum;
}

__kernel void before_the_loop(__global int *out, int n) {
    int sum = n;
#ifdef A1
    if (sum > 1) {
#else
    if (sum < 1) {
#endif
        sum += 1;
    }
#ifdef A2
    if (sum > 2) {
#else
    if (sum < 2) {
#endif
        sum += 2;
    }
#ifdef A3
    if (sum > 3) {
#else
    if (sum < 3) {
#endif
        sum += 3;
    }
#ifdef A4
    if (sum > 4) {
#else
    if (sum < 4) {
#endif
        sum += 4;
    }
#ifdef A5
    if (sum > 5) {
#else
    if (sum < 5) {
#endif
        sum += 5;
    }
#ifdef A6
    if (sum > 6) {
#else
    if (sum < 6) {
#endif
        sum += 6;
    }
#ifdef A7
    if (sum > 7) {
#else
    if (sum < 7) {
#endif
        sum += 7;
    }
#pragma unroll 4
    for (int i = 0; i < n; i++)
        sum = sum * 3 + i;
#pragma unroll
    for (int i = 0; i < 3; i++) {
#ifdef A2
        sum = sum * 5 + i;
#else
        sum = sum * 7 + i;
#endif
    }
    out[0] = sum;
}

// These have to do with it: the message says which macros decide.
#ifndef DK
#define DK 40
#endif
__kernel void in_the_loop(__global int *out, int n) {
    int sum = 0;
#pragma unroll 4
    for (int i = 0; i < n; i++) {
        sum = sum * 3 + i;
#if DK == 64
        sum = sum * 5 + n;
#endif
#if DV > 16
        sum = sum * 5 + n;
#endif
#if defined(A1)
        sum = sum * 5 + n;
#endif
#if defined(A2)
        sum = sum * 5 + n;
#endif
#if defined(A3)
        sum = sum * 5 + n;
#endif
#if defined(A4)
        sum = sum * 5 + n;
#endif
#if defined(A5)
        sum = sum * 5 + n;
#endif
    }
    out[0] = sum;
}
