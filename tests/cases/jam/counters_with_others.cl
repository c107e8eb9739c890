// Counters of inner loops that are declared together with other variables, in the outer body or before the nest.

//@ run sizes=0,1,2,3,5,8,17

__kernel void first(__global const int *restrict a, __global int *restrict c, int n)
{
    const int at = get_global_id(0) * 8;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 7; i++) {
        int k, s = n;
        for (k = 0; k < n; k++) s = s * 3 + a[i + k];
        c[at + i] = s;
    }
}

__kernel void last(__global const int *restrict a, __global int *restrict c, int n)
{
    const int at = get_global_id(0) * 8;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 7; i++) {
        int s = n * i, k;
        for (k = 0; k < n; k++) s = s * 3 + a[i + k];
        c[at + i] = s;
    }
}

__kernel void between(__global const int *restrict a, __global int *restrict c, int n)
{
    const int at = get_global_id(0) * 8;
    #pragma unroll_and_jam 3
    for (int i = 0; i < 7; i++) {
        int s = n * i, k /* the first */, t = s + 1, l, /* the second */ j;
        for (k = 0; k < n; k++) s = s * 3 + a[i + k];
        for (l = 1; l < n; l++) t = t * 5 + a[i + l];
        for (j = 2; j < n; j++) s = s * 7 + t * a[i + j];
        c[at + i] = s + t;
    }
}

// The declaration is all that is before the loop, and its last part has an initial value with a comma.
__kernel void commas(__global const int *restrict a, __global int *restrict c, int n)
{
    const int at = get_global_id(0) * 8;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 7; i++) {
        int k, l, s = max(n, i), t[2] = { 1, 2 };
        for (k = 0; k < n; k++)
            for (l = 0; l < 2; l++) t[l] = t[l] * 3 + a[i + k + l];
        s += t[0] ^ t[1];
        c[at + i] = s;
    }
}

__kernel void before(__global const int *restrict a, __global int *restrict c, int n)
{
    const int at = get_global_id(0) * 8;
    int k, x = n;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 7; i++) {
        int s = x;
        for (k = 0; k < n; k++) s = s * 3 + a[i + k];
        c[at + i] = s;
    }
    c[at + 7] = k + x;
}

// A counter with an initial value stays with the author's nest.
__kernel void valued(__global const int *restrict a, __global int *restrict c, int n)
{
    const int at = get_global_id(0) * 8;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 7; i++) {
        int k = i, s = n;
        for (k = 0; k < n; k++) s = s * 3 + a[i + k];
        c[at + i] = s;
    }
}

// The other variable reads the counter: each iteration finds the value of the one before.
__kernel void reads(__global const int *restrict a, __global int *restrict c, int n)
{
    const int at = get_global_id(0) * 8;
    int k = 0;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 7; i++) {
        int s = k;
        for (k = 0; k < n + i; k++) s = s * 3 + a[i + k];
        c[at + i] = s;
    }
}
