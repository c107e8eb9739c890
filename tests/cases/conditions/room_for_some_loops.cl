// Conditionals that choose loops, among loops that macros make: where there is room for some of them only (tests/limits.rs), all
// that are left stay for later runs.
//@ build -DCOND
//@ build -DUN
//@ run sizes=0,1,3,5,9

#define LOOP for (int i = 0; i < n; i++)
#define PRAG(x) _Pragma(#x)
#define UNROLL(n) PRAG(unroll n)
#define EACH(v, n, ...) UNROLL(4) for (int v = 0; v < n; v++) { __VA_ARGS__ }
#define END }
#define BEGIN {
#define LIM 3

__kernel void chosen(__global const int *in, __global int *out, int n)
{
    uint h = 1;
    EACH(k, n, h = h * 31 + k; if (k == 5) continue; h += 2;)
    EACH(k, n, EACH(j, k, h = h * 31 + k * j;) h += 2;)
    UNROLL(2) LOOP BEGIN h = h * 31 + in[i]; END
#ifdef COND
    UNROLL(4)
#endif
    LOOP BEGIN
#ifdef UN
    if (i > 3) { h *= 7; continue; }
#endif
    h = h * 31 + i; END
    int i;
#if defined(COND)
    #pragma unroll 4
    for (i = 0; i < n; i++) {
#else
    #pragma unroll 2
    for (i = n; i > 0; i--) {
#endif
    }
#ifdef COND
    #pragma unroll 4
#endif
    for (int i = 0; i < LIM; i++) {
    }
    out[get_global_id(0)] = h + i;
}

__kernel void split(__global const int *in, __global int *out, int n)
{
    uint h = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
#if X
#endif
    { h = h * 31 + in[i];
    }
    out[get_global_id(0)] = h;
}
