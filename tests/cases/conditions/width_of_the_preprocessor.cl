// Conditions whose value depends on how many bits the preprocessor computes with: clang has 128 where it reads OpenCL C, others
// have 64. None of these is decided, so that the loops are tested as their macros say.

#if (1 << 63) < 0
#define SHIFTED 3
#else
#define SHIFTED 2
#endif

#if (0u - 1) % 7 == 1
#define WRAPPED 3
#else
#define WRAPPED 2
#endif

#if -1 == 0xffffffffffffffff
#define LARGE 3
#else
#define LARGE 2
#endif

#if (~0u >> 63) == 1
#define INVERTED 3
#else
#define INVERTED 2
#endif

#if -32768 * (0x7fffffff << 21) < 0
#define PRODUCT 3
#else
#define PRODUCT 2
#endif

// What both agree on is decided.
#if (1 << 62) > 0 && -1 < 1 && (0u - 1) > 0x7fffffff && -7 / 2 == -3 && (-8 >> 1) == -4
#define AGREED 3
#else
#define AGREED 2
#endif

__kernel void conditions(__global int *out)
{
    int hash = 1;
    #pragma unroll
    for (int i = 0; i < SHIFTED; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < WRAPPED; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < LARGE; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < INVERTED; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < PRODUCT; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < AGREED; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}
