// A pointer that is a plain copy of another one is that pointer.
//@ run sizes=0,1,2,3,5,8
__kernel void outside(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    __global const int *p = a;
    __global int *q = c;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        q[g + i] = p[g + i] * 7;
}

__kernel void inside(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        __global const int *row = a;
        __global const int *again = row;
        c[g + i] = again[g + i] * 7 + *(row + g);
    }
}

// One buffer under two names: the subscripts decide.
__kernel void one_buffer(__global int *a, int n)
{
    const int g = get_global_id(0) * 64;
    __global int *p = a;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        p[g + i] = a[g + i] * 7;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        p[g + i + 1] = a[g + i] + 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        __global int *q = p;
        q[g + i] += a[g + i + 3];
        p[g + i + 32] = a[g + i] + 1;
    }
}

// Pointers that are not copies: stepped, assigned, another type, an offset.
__kernel void no_copies(__global int *a, int n)
{
    const int g = get_global_id(0) * 64;
    __global int *p = a;
    __global int *q = a + 1;
    __global char *bytes = (__global char *)a;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        q[g + i] = a[g + i] * 3;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        bytes[4 * (g + i) + 5] = a[g + i + 1] * 3;
    p += 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        p[g + i] = a[g + i] * 5;
    __global int *moved = a;
    __global int *of_moved = moved;
    moved = a + 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        moved[g + i] = of_moved[g + i] + 7;
}
