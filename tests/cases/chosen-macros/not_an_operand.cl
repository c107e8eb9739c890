// Macros whose value is not a single operand: without parentheses, the final compile groups it with its neighbours.

//@ option --checked
//@ run sizes=0,1,2,3,5
//@ option -DTOLD=0?1:4
//@ build -DVENDOR=2
//@ build -DVENDOR=3
//@ build -DVENDOR=2 -DM
//@ build -DVENDOR=2 -DFAST
//@ build -DFIRST
//@ build -DTOLD=0?1:4 -DM
//@ build -DTOLD=4 -DM

#ifndef IS_GPU
#define IS_GPU VENDOR == 1 || VENDOR == 2
#endif
#ifdef FAST
#define IS_FAST VENDOR == 1 || VENDOR == 2
#define ONE_OF(x) VENDOR == x || VENDOR == x + 1
#else
#define IS_FAST 0
#define ONE_OF(x) 0
#endif
#ifdef FIRST
#define CHOSEN 0 ? 0 : 0
#define SAME CHOSEN
#define GROUPED (0 || 1)
#define LISTED 1, 2
#define OR ||
#else
#define OR &&
#define CHOSEN 0
#define SAME -1
#define GROUPED !defined(FIRST)
#define LISTED 0
#endif

// `!IS_GPU` is not the negation of `IS_GPU`.
__kernel void negated(__global int *out, int n)
{
    uint hash = 1;
#if !IS_GPU
    #pragma unroll 2
#endif
    for (int i = 0; i < 3; i++) {
#if IS_GPU
        hash = hash * 31 + 77;
#endif
        hash = hash * 31 + i;
    }
#if !SAME
    #pragma unroll 2
#endif
    for (int i = 0; i < n; i++) {
#if SAME
        hash = hash * 31 + 77;
#endif
        hash = hash * 31 + i;
    }
    out[get_global_id(0)] = hash;
}

// `0 && IS_GPU` is true where `VENDOR` is 2, and so is `1 || CHOSEN` false with `FIRST`.
#if 0 && IS_GPU
#define COUNT 5
#else
#define COUNT 3
#endif
#if 0 && 1 OR 1
#define FOURTH 5
#else
#define FOURTH 3
#endif
#if !1 && ONE_OF(1)
#define ANOTHER 5
#else
#define ANOTHER 3
#endif
#if 1 || CHOSEN
#define THIRD 5
#else
#define THIRD 3
#endif
#if 2 * (0 && IS_FAST) || (1 || SAME)
#define LAST 2
#else
#define LAST 4
#endif

__kernel void counted(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < COUNT; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < ANOTHER; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < THIRD; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < FOURTH; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < LAST; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

// The same beside `defined`.
#undef GONE
__kernel void beside_defined(__global int *out, int n)
{
    uint hash = 1;
#ifdef M
    #pragma unroll 2
#endif
    for (int i = 0; i < 3; i++) {
#if defined(M) && IS_GPU
        hash = hash * 31 + 77;
#endif
        hash = hash * 31 + i;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
#if defined(GONE) && IS_GPU
        if (i == 1) break;
#endif
        hash = hash * 31 + i;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
#if defined(GONE) && GROUPED
        if (i == 1) break;
#endif
        hash = hash * 31 + i;
    }
#ifdef M
    #pragma unroll 2
#else
    #pragma unroll
#endif
    for (int i = 0; i < 4; i++) {
#if defined(M) && TOLD == 4
        hash = hash * 31 + 77;
#endif
        hash = hash * 31 + i;
    }
    out[get_global_id(0)] = hash;
}

// And in expressions of C.
__kernel void expressions(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 2 + (0 && IS_FAST); i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < 2 + (1 || CHOSEN); i++) hash = hash * 31 + i;
    const int count = (0 && LISTED) + 2;
    #pragma unroll
    for (int i = 0; i < count; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < 2 + (0 && SAME); i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}
