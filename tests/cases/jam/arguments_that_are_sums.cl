// Pointers to functions that read through them, in every spelling of a sum of a pointer and numbers.

//@ run sizes=0,1,2,3,5

int at(__global const int *p, int i) { return p[i] * 3 + *p; }
int deref(__global int *p, int i) { return *(i + p) * 5 + *p * 3 + (*(p + 1) ^ i); }
int passing(__global int *p, int i) { return at(i + p, 1) + at((1 + (p)) + i, 0) + deref(&p[i], 1) - at(&(p[i]) - 0, 2); }
int of_sums(__global int *p, int i) { return (i + p)[1] + (&p[i])[0] * 7 + vload2(0, 1 + p).y; }

// Each of these writes what its argument points to.
int stored(__global int *p, int i) { *(i + p) = *p + 1; return i; }
int stored_before(__global int *p, int i) { (i + p)[0] += 3; return p[0]; }
int stepped(__global int *p, int i) { return (*(p + i))++ + i; }
int stepped_before(__global int *p, int i) { return --*(1 + p) + i; }
int by_address(__global int *p, int i) { (&p[i])[1] ^= 5; return p[1]; }
int moved(__global int *p, int i) { *p++ = i; return *p; }
int by_callee(__global int *p, int i) { return stored(1 + p, i & 1); }
int in_argument(__global int *p, int i) { return at(p, *(p + 1) = i & 3); }
int by_subscript(__global int *p, int i) { return max(i, 1[p + 2 - 1] += i & 3); }
int vector(__global int *p, int i) { vstore2((int2)(i, 3), 0, 1 + p); return p[2]; }

__kernel void reading(__global int *restrict a, __global int *restrict c, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 5 + at(r + a, k) + at((k) + (a + 1), r) + at(4 + a + k, 1);
        own[r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 5 + at(&a[k], r) + deref(r + &a[k], 1) + at(k + (a - 0), r);
        own[4 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 5 + passing(a, k + r) + of_sums(r + a, k);
        own[8 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 5 + vload2(0, k + a).x + *(r + a) + k[a];
        own[12 + r] = sum;
    }
}

// The functions read what the nest writes.
__kernel void meeting(__global int *a, __global int *c, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) { sum = sum * 5 + at(r + own, k); own[k + 1] = sum; }
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) { sum = sum * 5 + *(r + (own)); (1 + k)[own] = sum; }
    }
}

__kernel void writing(__global int *restrict c, __global int *restrict o, __global const int *restrict a, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    o += get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + stored(own, r + k) + own[1];
        o[r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + stored_before(own, r + k);
        o[4 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + stepped(own, r & k);
        o[8 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + stepped_before(own, r + k);
        o[12 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + by_address(own, r & 1);
        o[16 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + moved(own, r + k) + own[0];
        o[20 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + by_callee(own, r + k) + own[1] + own[2];
        o[24 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + in_argument(own, r + k) + own[1];
        o[28 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + by_subscript(own, r + k);
        o[32 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + vector(own, r + k) + own[1];
        o[36 + r] = sum;
    }
    // The difference of two pointers is a number.
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) { sum = sum * 3 + at((a - a) + (own + 48), k + r); own[49 + k] = sum; }
        o[40 + r] = sum;
    }
}
