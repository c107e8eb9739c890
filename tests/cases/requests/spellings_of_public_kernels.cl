// Requests as they are written in public kernels.
//@ run sizes=0,1,2,3,4,5,9 global=1 local=1

#define order 4
typedef struct { int x[4]; int n; } T;
#define unroll_for __attribute__((opencl_unroll_hint)) for
#define unroll_for_by(N) __attribute__((opencl_unroll_hint(N))) for
#define LOOP_UNROLLING(type, idx, start, step, num, macro) \
    { \
        _Pragma("unroll") /* why */ \
        for (type idx = start; idx < (num * step); idx += step) \
        { \
            (macro); \
        } \
    }
typedef long off_t;
struct tagged { int y[3]; };

__kernel void spellings(__global int *a, int n)
{
    T t = { { 1, 2, 3, 4 }, 2 };
    # pragma unroll order
    for (int i = 0; i < n; i++) a[i] += 1;
    #pragma unroll
    for (int i = 0; i < sizeof(t.x) / sizeof(t.x[0]); i++) a[i] += t.x[i];
    struct tagged u = { { 5, 6, 7 } };
    #pragma unroll
    for (int i = 0; i < sizeof(u.y) / sizeof(u.y[0]); i++) a[i] += u.y[i];
    switch (n) {
    case 0:
        #pragma unroll
        for (int i = 0; i < 2; i++) a[i] *= 2;
        break;
    default:
        unroll_for (int i = 0; i < 3; i++) a[i] -= 2;
    }
    unroll_for_by(2)(off_t i = 0; i < n; i++) a[i] *= 3;
    LOOP_UNROLLING(int, i, 0, 1, 4, {
        a[i] += 2;
        a[i + 4] += 3; // a comment with a ) in it
    })
    #pragma ivdep
    #pragma unroll 2
    for (int i = 0; i < n; i++) a[i] += 7;
}
