// Macros that make loops in ways that no style guide would allow.

//@ run sizes=0,1,3,4,5
//@ build -DN=3
//@ build -DN=7
//@ build -DN=(2+1)
//@ build -DHAS_UNROLL
//@ build -DHAS_UNROLL -DN=2

#ifndef N
#define N 4
#endif
#ifdef HAS_UNROLL
#define MAYBE_UNROLL _Pragma("unroll")
#else
#define MAYBE_UNROLL
#endif
#define PRAGMA(x) _Pragma(#x)
#define UNROLL(n) PRAGMA(unroll n)
#define LOOP(i, n) _Pragma("unroll") for (int i = 0; i < n; i++)
#define REPEAT(n, ...) _Pragma("unroll") for (int i = 0; i < n; i++) { __VA_ARGS__ }
#define BEGIN(i, n) for (int i = 0; i < n; i++) {
#define END }
#define BOTH(n, first, second) \
    _Pragma("unroll") /* the first */ \
    for (int i = 0; i < n; i++) \
        first \
    _Pragma("unroll 2") \
    for (int i = 0; i < n; i++) \
        second
#define PAIR 0, 4
#define FROM_TO2(i, a, b) for (int i = a; i < b; i++)
#define FROM_TO(i, range) FROM_TO2(i, range)
#define COUNTER(v, n) for (int v ## _i = 0; v ## _i < n; v ## _i++)
#define TWICE(x) ((x) + (x))
#define WHICH LOOP
#define ONLY_A_NAME(x) x
#define SHADOW_LOOP(i, n) for (int i = 0; i < (n); i++) for (int i = 0; i < 2; i++)

int next(int *state) { return (*state)++; }

__kernel void arguments(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int state = 0;
    LOOP(i, 4 // as many as that
        ) hash = hash * 31 + in[i]; // and this one
    REPEAT(3, int a = in[i], b = in[i + 1]; hash = hash * 31 + a * b;)
    // Evaluated twice by the macro, in each of the copies.
    LOOP(i, 3) hash = hash * 31 + TWICE(next(&state));
    #pragma unroll 4
    FROM_TO(i, PAIR) hash = hash * 31 + in[i];
    #pragma unroll 3
    COUNTER(x, n) hash = hash * 31 + in[x_i];
    WHICH(i, 3) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash + state;
}

__kernel void halves(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    BEGIN(i, n) hash = hash * 31 + in[i]; END
    #pragma unroll
    BEGIN(i, 3) BEGIN(j, 2) hash = hash * 31 + in[i + j]; END END
    if (n > 3)
        BOTH(3, hash = hash * 31 + in[i];, { hash = hash * 31 + in[i]; hash += n; })
    #pragma unroll
    SHADOW_LOOP(i, 3) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

__kernel void hosts(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNROLL(N) for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    LOOP(i, N) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

__kernel void maybe(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    // Only the final compile knows whether this is a request.
    MAYBE_UNROLL for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    MAYBE_UNROLL
    for (int i = 0; i < 3; i++) {
        MAYBE_UNROLL SHADOW_LOOP(j, 2) hash = hash * 31 + in[i + j];
    }
    out[get_global_id(0)] = hash;
}

#undef LOOP
#define LOOP(i, n) for (int i = n - 1; i >= 0; i--)

__kernel void redefined(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    LOOP(i, 3) hash = hash * 31 + in[i];
    #pragma unroll
    LOOP(i, 3) hash = hash * 31 + in[i];
#undef LOOP
#define LOOP(i, n) _Pragma("unroll 2") for (int i = 0; i < n; i += 2)
    LOOP(i, 7) hash = hash * 31 + in[i];
    {
        int LOOP = 3;
        hash += LOOP;
    }
    hash += ONLY_A_NAME(({ int sum = 0; LOOP(i, n) sum += in[i]; sum; }));
    hash += max(({ int sum = 0; LOOP(i, n) sum += in[i]; sum; }), 3);
    out[get_global_id(0)] = hash;
}
