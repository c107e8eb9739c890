// Loops whose loads stay: nothing blocks them, or they are too many, or their text cannot be written before the copies.

//@ run sizes=0,1,2,3,5,8,17

__kernel void no_store(__global const int *restrict a, __global int *restrict c, int n)
{
    int sum = 0;
    int last[2] = { 0, 0 };
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        sum += a[i];
        last[i & 1] = a[i + 1];
    }
    c[get_global_id(0)] = sum + last[0] - last[1];
}

__kernel void into_local_memory(__global const int *restrict a, __global int *restrict c, int n)
{
    __local int tile[256];
    const int l = get_local_id(0);
    #pragma unroll
    for (int i = 0; i < 4; i++)
        tile[l * 4 + i] = a[l * 4 + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    c[get_global_id(0)] = tile[l * 4 + (n & 3)];
}

__kernel void too_many(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 8
    for (int i = 0; i < n; i++)
        c[g + i] = a[g + i] + a[g + i * 2 + 1] + a[g + i * 3 + 2];
}

#define ELEMENT(at) a[at]
#define TWICE(x) ((x) * 2)

__kernel void in_macros(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = ELEMENT(g + i) + TWICE(a[i]) + a[TWICE(i)];
}

struct point { int x, y; };

__kernel void members(__global const struct point *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = a[i].x + a[i].y;
}

__kernel void two_loops(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        c[g + i] = a[i];
        for (int k = 0; k < 3; k++) c[g + i] += a[k];
    }
}

__kernel void narrow_counter(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll
    for (uchar i = 0; i < 4; i++)
        c[g + i] = a[i];
}

__kernel void counter_from_outside(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    int i;
    #pragma unroll 4
    for (i = 0; i < n; i++)
        c[g + i] = a[i];
    c[g + i] = i;
}

__kernel void body_with_a_directive(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
#ifdef NEGATE
        c[g + i] = -a[i];
#else
        c[g + i] = a[i];
#endif
    }
}
