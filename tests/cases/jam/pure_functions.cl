// Calls of functions of the file: those that only compute may change places with everything, and all others keep the nest as it is.

//@ run sizes=0,1,2,3,5

__constant int weights[4] = {3, 1 * 4, 1, 5};

typedef struct { int low, high; } pair;

int twice(const int x) { return x * 2; }
int weighted(int x, uint i)
{
    int sum = 0, kept[4];
    for (int at = 0; at < 4; at++) kept[at & 3] = x ^ weights[(i + at) & 3];
    for (int at = 0; at < 4; at++) sum = sum * 3 + twice(kept[at]);
    return sum;
}
static inline pair sorted(pair of)
{
    if (of.low > of.high) { const int low = of.high; of.high = of.low; of.low = low; }
    return of;
}
int declared(int x);
int declared(int x) { float whole; return x + (int)fract(0.5f * (x & 3), &whole) * 2; }

int through(__global int *at, int x) { *at = *at * 3 + x; return *at; }
int hidden(ulong at, int x) { return x + *((__global int *)at); }
int counting(__global int *at) { return atomic_inc(at); }
int meeting(int x) { barrier(CLK_LOCAL_MEM_FENCE); return x; }

__kernel void computing(__global const int *restrict a, __global int *restrict c, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 4
    for (int r = 0; r < 6; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 5 + weighted(a[r * 8 + k], k);
        own[r] = declared(sum);
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        pair found = {1, r};
        for (int k = 0; k < n; k++) { found.low += a[r + k]; found = sorted(found); }
        own[8 + r] = found.low * 3 + found.high;
    }
}

__kernel void acting(__global const int *restrict a, __global int *restrict c, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    const ulong at = (ulong)(own + 40);
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += through(own + 32, a[r + k]);
        own[r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < 3; k++) sum = sum * 3 + hidden(at, a[r + k]);
        own[40] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + counting(own + 41);
        own[8 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += meeting(a[r + k]);
        own[12 + r] = sum;
    }
}
