// Loads that run before the stores of all copies.

//@ run sizes=0,1,2,3,5,8,17

__kernel void map(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0), G = get_global_size(0);
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        c[g + i * G] = a[g + i * G] * 7 + a[g + i * G] / 3;
    }
}

__kernel void all_copies(__global const int *restrict a, __global int *restrict c, uint n)
{
    const uint g = get_global_id(0) * 8;
    #pragma unroll
    for (uint i = 0; i < 5; i++)
        c[g + i] = a[g + i] + a[i * n] + a[i];
}

__kernel void in_place(__global int4 *a, int n)
{
    const int row = get_global_id(0);
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        const int k = row * 32 + i;
        int4 x = a[k];
        a[k] = x * 2 + i;
    }
}

__kernel void through_indices(__global const int *restrict idx, __global const int *restrict a,
                              __global int *restrict y, __global int *restrict z, uint n, int s)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 3
    for (int i = 0; i != n; ++i) {
        size_t k = i * 2;
        int t = a[idx[k] & 15] * a[0] + s;
        y[g + i] += t;   // loads and stores
        if (t > 0)
            z[g + i] = a[i] + a[idx[k] & 15];
    }
}

__kernel void passes(__global const long *restrict a, __global long *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 4
    for (int i = 0; i < 30; i += 2) {
        c[g + i] = a[g + i];
        c[g + i + 1] = a[g + i] > n ? a[g + i + 1] : a[g + i];
    }
}

__kernel void backwards(__global const uchar *restrict a, __global uchar *restrict c, long n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 4
    for (long i = n; i > 0; i--) {
        const int at = g + i;
        c[at] = *(a + at) + *(a + (g - -i));
    }
}

__kernel void ahead_of_what_is_stored(__global int *a, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        a[g + i] = a[g + i + 1] * 3 + i;
}

__kernel void sums(__global const int *restrict a, __global int *restrict c, int n)
{
    int sum = n;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        sum = sum * 3 + a[i];
        c[get_global_id(0) * 64 + i] = sum;
    }
}

__kernel void negative_values(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64 + 8;
    __global const int *from = a + g;
    __global int *to = c + g;
    #pragma unroll
    for (int i = -2; i <= 2; i++)
        to[i] = from[i] + from[2 - i] + from[i * n + 2 * n];
}

__kernel void in_an_unrolled_loop(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int r = 0; r < n; r++) {
        #pragma unroll
        for (int i = 0; i < 3; i++)
            c[g + r * 3 + i] = a[r + i];
        #pragma unroll
        for (int i = 0; i < 2; i++)
            c[g + r * 3 + i] += a[r + i] * n;
    }
}

__kernel void other_remainders(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 4
    #pragma clunroll remainder(switch)
    for (int i = 0; i < n; i++) c[g + i] = a[g + i];
    #pragma unroll 4
    #pragma clunroll remainder(loop)
    for (int i = 0; i < n; i++) c[g + i] = a[g + i] + c[g + i];
}
