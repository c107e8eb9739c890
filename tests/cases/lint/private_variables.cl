// Fixes of repeated accesses: a private variable, with the load and the store around the loop.
//@ lint
//@ fix
//@ run sizes=0,1,5,8
// A loop that never runs touches nothing.
__kernel void updated(__global int *restrict out, __global const int *restrict a, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        out[gid] += a[i]; // the sum
}

__kernel void never_run(__global int *restrict out, __global const int *restrict a, int n)
{
    // Where no iteration runs, this is far outside of the buffer.
    int far = get_global_id(0) + (n < 5 ? 1 << 28 : 0);
    out[get_global_id(0)] = n;
    #pragma unroll 2
    for (int i = 4; i < n; i += 2)
        out[far] += a[i];
}

__kernel void starts_too_high(__global int *restrict out, int n)
{
    int far = get_global_id(0) + (1 << 28);
    out[get_global_id(0)] = n;
    #pragma unroll 2
    for (uint i = -2; i < n; i++)
        out[far] += 1;
}

__kernel void surely_run(__global int *restrict out, __global const int *restrict a)
{
    int gid = get_global_id(0);
#pragma unroll
    for (int i = 0; i < 8; i++)
        out[gid] = out[gid] * 3 + a[i];
}

// The variable has the type of the element: it wraps as the element does.
__kernel void narrow(__global uchar *restrict out, __global short *restrict of_shorts, __global const int *restrict a, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        out[gid] = out[gid] * 77 + a[i];
        if (out[gid] > 200)
            of_shorts[8 * i + gid] = out[gid];
    }
}

// The first test has the start in the type of the counter.
__kernel void starts(__global int *restrict out, __global const int *restrict a, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 2
    for (int i = n - 1; i >= 0; i--)
        out[gid] += a[i] * i;
    #pragma unroll 2
    for (uchar i = n - 260; i < n; i++)
        out[gid] ^= a[i];
    #pragma unroll 2
    for (uint i = 3; n > i; i++)
        out[gid] += a[i];
    #pragma unroll 2
    for (uint i = -2; i <= n; i++)
        out[gid] += 5;
    short from = 2;
    #pragma unroll 2
    for (short i = from; i < n + from; i++)
        out[gid] -= a[i];
}

// What is only written need not be readable.
__kernel void written(__global int *restrict out, __global const int *restrict a, int n)
{
    int gid = get_global_id(0);
    out[gid] = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        out[gid] = max(a[i], 7);
}

// Other address spaces are evidence too, and the header may read.
__kernel void spaces(__global int *out, __local int *tile, int n)
{
    int gid = get_global_id(0), lid = get_local_id(0), own[4] = {1, 2, 3, 4};
    tile[lid] = n;
    #pragma unroll 2
    for (int i = 0; i < tile[lid]; i++)
        out[gid] += own[i & 3] + tile[lid];
}

__kernel void rows(__global int *restrict out, __global const int *restrict row, __global const int *restrict a, int n)
{
    int r = get_global_id(0);
    #pragma unroll 2
    for (int j = row[r] & 7; j < row[r + 1]; j++)
        out[r] += a[j];
}

// A nest: the variable is outside of both loops, unless the inner one may not run.
__kernel void of_a_nest(__global int *restrict out, __global const int *restrict a, int n)
{
    int gid = get_global_id(0);
    __global int *own = out + gid;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        #pragma unroll
        for (int j = 0; j < 3; j++)
            *own += a[i + j];
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        #pragma unroll 2
        for (int j = 3; j < n; j++)
            out[gid] += a[i + j];
    }
}

__kernel void of_vectors(__global int4 *restrict out, __global const int *restrict a, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        out[gid] = out[gid].yzwx + (int4)(a[i], 1, 2, 3);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        (out[gid]) += a[i];
}

// Two loops in a block, two elements in a loop, names that are taken.
__kernel void several(__global int *restrict out, __global int *restrict sums, __global const int *restrict a, int n)
{
    int gid = get_global_id(0), out_value = n;
    switch (n) {
    case 5:
        out[gid] = 1;
        #pragma unroll 2
        for (int i = 0; i < n; i++) {
            /* the sum */
            out[gid] += a[i] + out_value;

            sums[gid] ^= a[i];
        }
        #pragma unroll 2
        for (int i = 1; i < n; i++) { sums[gid] += a[i]; }
        break;
    case 8:
        out[gid] = 3;
        #pragma unroll
        for (int i = 0; i < 4; i++)
            out[gid] += a[i];
        break;
    default:
        out[gid] = 2;
    }
}

// Both pointers lead to one buffer: nothing shows that they do not.
void aliased(__global int *x, __global int *y, int at, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        x[at] += y[at + (i & 1)] + 1;
}

__kernel void same_buffer(__global int *out, int n)
{
    aliased(out, out, get_global_id(0) * 8, n);
}

// An inner loop that never runs touches nothing, whatever the outer one does. Neither does a load that some iterations skip.
__kernel void skipped(__global int *restrict out, __global const int *restrict a, int n)
{
    int far = get_global_id(0) + (n < 8 ? 1 << 28 : 0);
    out[get_global_id(0)] = n;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        for (int j = 7; j < n; j++)
            out[far] += a[i + j];
    }
}

// The header reads what the body stores.
__kernel void header(__global int *restrict out, int n)
{
    int gid = get_global_id(0);
    out[gid] = n;
    #pragma unroll 2
    for (int i = 0; i < out[gid] - 2; i++)
        out[gid] -= 1;
    #pragma unroll 2
    for (int i = 0, own = gid; i < n; i++)
        out[own] += 1;
}

// Where it is only advice: no evidence, a part of an element, no block around it, a condition before it, a macro.
__kernel void advice(__global int *out, __global int *restrict one, __global int4 *restrict four, __global const int *a, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        out[gid] += a[i];
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        four[gid].x += i;
    if (n > 3)
        #pragma unroll 2
        for (int i = 0; i < n; i++)
            one[gid] += a[i];
    else
        one[gid] = 7;
    if (n > 4)
#ifdef LATER
        one[gid] = 3;
#endif
        #pragma unroll 2
        for (int i = 0; i < n; i++)
            one[gid] += a[i];
    one[gid] += 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
#define ONE one[gid]
        ONE += a[i];
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        ONE -= a[i];
}
