// A macro is undefined, and then one branch may define it again: later conditions on it hold in some configurations only.

//@ option --checked
//@ run sizes=0,1,3,7 global=1 local=1
//@ build -DX
//@ build -DX -DY

#undef N
#ifdef X
#define N 7
#endif
#ifndef N
#define N 4
#endif

__kernel void behind_a_default(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < N; i++)
        sum = sum * 3 + i;
    out[0] = sum;
}

#undef GUARD
#ifdef X
#define GUARD
#endif
#if defined(GUARD)
#define M 7
#else
#define M 4
#endif

__kernel void behind_a_guard(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < M; i++)
        sum = sum * 3 + i;
    out[0] = sum;
}

#undef STOP
#ifdef X
#ifdef Y
#define STOP
#endif
#endif

__kernel void in_a_body(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
#ifdef STOP
        if (i == 3)
            break;
#endif
        sum = sum * 3 + i;
    }
    out[0] = sum;
}

// In both branches, or in one that stands around the question.
#undef K
#ifdef X
#define K 5
#else
#define K 3
#endif
#ifdef K
#define HAS_K 1
#else
#define HAS_K 0
#endif

__kernel void surely_defined(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < HAS_K + 2; i++)
        sum = sum * 3 + i;
    out[0] = sum;
}
