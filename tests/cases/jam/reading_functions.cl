// Functions of the file that only read through pointers: a call reads what its arguments point to.

//@ run sizes=0,1,2,3,5

typedef struct { int low, high; } pair;

int sum_of(__global const int *p, int i) { return p[i] * 3 + *p; }
int plain(__global int *p, int i) { int x = (p[i + 1]); if (x > 3) x -= p[0]; return x * sum_of(p, i); }
float components(__global float4 *p, __global float *q, int i) { return (p[i].x) * 2.0f - vload4(i, q).y + p[0].s1; }
int stepped(const __global int *restrict p, const int i, __constant int *weights)
{
    int sum = 0;
    p += i;
    for (int at = 0; at < 3; at++, p++) sum = sum * 5 + *p * weights[at & 3];
    return sum + sum_of(p - 1, 1) + (p[0] == weights[2]);
}
int member(__global const pair *of, uint i) { return of[i].low + (of + 1)->high; }
float4 vector(__global const float *p, int i) { const float4 v = vload4(i, p); return v * 2.0f; }
int of_two(const int *own, __global int const *other, int i) { return own[i & 1] - other[i]; }
int before(int x, __global const int *p) { int kept[2] = {x, 1}; return of_two(kept, p, x & 3); }

// Each of these writes, or may write, what its argument points to.
int adding(__global int *p, int i) { p[i] += 1; return p[i]; }
int counting(__global int *p, int i) { return (p[i])++; }
int counting_before(__global int *p, int i) { return ++p[i]; }
int component(__global int4 *p, int i) { (p[i].y) += i + 1; return p[i].y; }
int derived(__global int *p, int i) { *(p + i) += 2; return p[i]; }
int chosen(__global int *p, __global int *q, int i) { (i > 1 ? p : q)[i] += 3; return (i > 1 ? p : q)[i]; }
int by_pointer(__global int *p, int i) { return adding(&p[i], 0); }
int in_place(__global int *p, int i) { vstore2(vload2(0, p) * 3 + i, 0, p); return p[i & 1]; }
int to_another(__global int *p, int i) { return adding(p, i); }
int by_cast(__global const int *p, int i) { ((__global int *)p)[i] += 1; return p[i]; }
int by_number(__global const int *p, int i) { const ulong at = (ulong)p; return *(__global const int *)(at + 4 * i); }
int by_type_of(__global const int *p, int i) { __global int *q = 0; ((__typeof__(q))p)[i] += 1; return p[i]; }
int by_callee(__global const int *p, int i) { return by_cast(p, i); }
__global const int *given(__global const int *p, int i) { return p + i; }

__kernel void reading(__global int *restrict a, __global int *restrict c, __constant int *weights, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 4
    for (int r = 0; r < 6; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 5 + plain(a, r * 8 + k);
        own[r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        __global const int *row = a + r * n;
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 5 + stepped(&row[k], k, weights) + before(k + r, row + 1);
        own[8 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int kept[2] = {r, n};
        for (int k = 0; k < n; k++) {
            kept[k & 1] += a[k];
            kept[1] ^= of_two(kept, a, r + k);
        }
        own[12 + r] = kept[0] * 3 + kept[1];
    }
}

__kernel void records(__global const int *restrict a, __global float *restrict f, __global int *restrict c, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    __global const pair *pairs = (__global const pair *)a;
    __global float4 *wide = (__global float4 *)f;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = r;
        for (int k = 0; k < n; k++) sum = sum * 3 + member(pairs + r, k) + convert_int4(vector(f + k, r)).y % 7;
        own[r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = r;
        for (int k = 0; k < n; k++) sum = sum * 3 + (int)components(wide + k, f + r, r) % 9;
        own[4 + r] = sum;
    }
}

// The functions read what the nest writes.
__kernel void meeting(__global const int *a, __global int *c, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) {
            sum = sum * 5 + sum_of(own, r + k);
            own[k + 1] = sum;
        }
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) {
            sum = sum * 5 + sum_of(a + r, k);
            own[16 + r + 2 * k] = sum;
        }
    }
    int shared[8];
    for (int k = 0; k < 8; k++) shared[k] = a[k];
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        for (int k = 0; k < n; k++) shared[(r + k) & 7] = of_two(shared, a, r - k + 4) * 3 + k;
        own[32 + r] = 1;
    }
    for (int k = 0; k < 8; k++) own[40 + k] = shared[k];
}

__kernel void writing(__global int *restrict o, __global int *restrict c, const int n)
{
    __global int *own = c + get_global_id(0) * 128;
    __global int4 *wide = (__global int4 *)own;
    o += get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + adding(own + 96, (k + r) & 3);
        o[0 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + counting(own + 96, (k + r) & 3);
        o[4 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + counting_before(own + 96, (k + r) & 3);
        o[8 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + component(wide + 24, (k + r) & 3);
        o[12 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + derived(own + 96, (k + r) & 3);
        o[16 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + chosen(own + 96, own + 98, (k + r) & 3);
        o[20 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + by_pointer(own + 96, (k + r) & 3);
        o[24 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + in_place(own + 96, (k + r) & 3);
        o[28 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + to_another(own + 96, (k + r) & 3);
        o[32 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + by_cast(own + 96, (k + r) & 3);
        o[36 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) { sum = sum * 3 + by_number(own + 80, (k + r) & 3); own[80 + k] = sum; }
        o[40 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + by_type_of(own + 96, (k + r) & 3);
        o[44 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + by_callee(own + 96, (k + r) & 3);
        o[48 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) { sum = sum * 3 + *given(own + 88, (k + r) & 3); own[88 + k] = sum + r; }
    }
}
