// Functions of the file in nests whose requests, headers or all of whose text macros make.

//@ run sizes=0,1,2,3,5,8,9
//@ build -DNO_JAM

#ifdef NO_JAM
#define CHOSEN
#else
#define CHOSEN _Pragma("unroll_and_jam 4")
#endif
#define JAM _Pragma("unroll_and_jam 2")
#define UNROLL _Pragma("unroll")
#define FOR(k, n) for (int k = 0; k < (n); k++)
#define NEST(r, n) _Pragma("unroll_and_jam 3") for (int r = 0; r < (n); r++)
#define ALL(c, a, n) _Pragma("unroll_and_jam 4") for (int r = 0; r < 7; r++) { \
        int s = 0; for (int k = 0; k < n; k++) s = s * 3 + squared(a[k + r]) - looped(r); c[r] = s; }
#define SQUARED(x) squared(x)

int squared(int x) { return x * x + 1; }
int element(__global int *p, int i) { return p[i] * 3 + *p; }
int looped(int x) { UNROLL FOR(i, 3) x = x * 3 + i; return x; }

__kernel void requests(__global int *restrict c, __global int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    JAM
    for (int r = 0; r < 8; r++) {
        int s = 0;
        for (int k = 0; k < n; k++) s = s * 3 + squared(a[k + r]) + element(r + a, k);
        own[r] = s;
    }
    CHOSEN
    for (int r = 0; r < 7; r++) {
        int s = 0;
        for (int k = 0; k < n; k++) s = s * 3 + looped(a[k + r]);
        own[8 + r] = s;
    }
}

__kernel void headers(__global int *restrict c, __global int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    FOR(r, 8) {
        int s = 0;
        FOR(k, n) s = s * 3 + looped(a[k + r]) + element(a + k, r);
        own[r] = s;
    }
    NEST(r, n) {
        int s = 0;
        FOR(k, 4) s = s * 3 + SQUARED(a[k + r]) + element(&a[r], k);
        own[16 + r] = s;
    }
    JAM FOR(r, 5) {
        int s = 0, k = 0;
        while (k < n) { s = s * 3 + SQUARED(s) + a[k + r]; k++; }
        own[32 + r] = s;
    }
}

__kernel void all(__global int *restrict c, __global int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    ALL(own, a, n)
}

// A condition chooses the request of one nest, and the other one is the same in all configurations.
__kernel void chosen_beside(__global int *restrict c, __global int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++) {
        int s = 0;
        FOR(k, n) { int t = squared(a[k + r]); s = s * 3 + t; }
        own[r] = s;
    }
    CHOSEN
    for (int r = 0; r < 7; r++) {
        int s = 0;
        for (int k = 0; k < n; k++) s = s * 3 + a[k + r];
        own[8 + r] = s;
    }
}

// Here the nests are not the same.
#ifdef NO_JAM
#define TERM(x) (x)
#define TYPE long
#define VALUE(x) { int t = (x); s ^= t; }
#else
#define TERM(x) squared(x)
#define TYPE int
#define VALUE(x) s = s * 3 + (x);
#endif
__kernel void chosen_inside(__global int *restrict c, __global int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++) {
        int s = 0;
        FOR(k, n) s = s * 3 + TERM(a[k + r]);
        own[r] = s;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++) {
        TYPE s = 0;
        FOR(k, n) s = s * 3 + a[k + r];
        own[8 + r] = s;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++) {
        int s = 0;
        FOR(k, n) { VALUE(a[k + r]) }
        own[16 + r] = s;
    }
    CHOSEN
    for (int r = 0; r < 7; r++) {
        int s = 0;
        for (int k = 0; k < n; k++) s = s * 3 + a[k + r];
        own[24 + r] = s;
    }
}
