// Loops and requests that come out of macros, in the spellings of real files.

//@ run sizes=0,1,3,4,5,9
//@ build -DFAST

#define unroll_for __attribute__((opencl_unroll_hint)) for
#define unroll_for_by(N) __attribute__((opencl_unroll_hint(N))) for
#define UNROLL _Pragma("unroll")
#define STR(x) #x
#define PRAGMA_UNROLL(n) _Pragma(STR(unroll n))
#define FACTOR 2
#define FOR_EACH(i, n) for (int i = 0; i < (n); i++)

typedef uint off_t;

__kernel void hints(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    unroll_for (int i = 0; i < 3; i++)
        hash = hash * 31 + in[i];
    unroll_for_by(FACTOR)(off_t i = 0; i < 5; i++) {
        hash = hash * 31 + in[i];
    }
    unroll_for_by(4)(int i = 0; i < n; i++) hash = hash * 31 + in[i];
    // Left, since nobody knows how often it runs; the macro stays.
    unroll_for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

__kernel void pragmas(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNROLL
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    UNROLL for (int i = 0; i < 3; i++) {
        PRAGMA_UNROLL(FACTOR)
        for (int j = 0; j < n; j++)
            hash = hash * 31 + in[i + j];
    }
    if (n > 2)
        PRAGMA_UNROLL(4) FOR_EACH(i, n) hash = hash * 31 + in[i];
    else
        UNROLL FOR_EACH(i, 4) { hash = hash * 31 + in[i]; }
#pragma unroll 4
    FOR_EACH(i, 6)
        hash = hash * 31 + in[i];
#pragma unroll 4
    FOR_EACH(i, n) hash = hash * 31 + in[i];
    __attribute__((opencl_unroll_hint(4))) FOR_EACH(i, n) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

// Where a condition chooses the request, or the loop.
__kernel void in_branches(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
#ifdef FAST
    UNROLL
#endif
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
#ifdef FAST
    PRAGMA_UNROLL(4)
#else
    PRAGMA_UNROLL(FACTOR)
#endif
    FOR_EACH(i, n) hash = hash * 31 + in[i];
    UNROLL
#ifdef FAST
    FOR_EACH(i, 3)
#else
    FOR_EACH(i, 5)
#endif
        hash = hash * 31 + in[i];
    FOR_EACH(i, 2) {
#ifdef FAST
        unroll_for (int j = 0; j < 2; j++) hash = hash * 31 + in[i];
#else
        UNROLL FOR_EACH(j, 3) hash = hash * 31 + in[j];
#endif
    }
    out[get_global_id(0)] = hash;
}
