// A value in the place of a name has the type of the name, where the type matters.

//@ run sizes=0,1,2,3,5,8,17

__kernel void long_counter(__global const int *restrict a, __global int *restrict c, int m)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll
    for (long i = 0; i < 4; i++)
        c[g + i] = a[clz(i)] + a[popcount(i)] + a[i];
}

__kernel void negative_long_counter(__global const int *restrict a, __global int *restrict c, int m)
{
    const int g = get_global_id(0) * 64 + 8;
    #pragma unroll
    for (long i = -2; i < 2; i++)
        c[g + i] = a[abs(i)] + a[as_ulong(i) >> 60] + a[min(i, (long)m) & 15];
}

__kernel void unsigned_counter(__global const int *restrict a, __global int *restrict c, int m)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll
    for (uint i = 0; i < 4; i++)
        c[g + i] = a[min(i, (uint)m)] + a[(i - 5) / 2 & 63] + a[max(i, 2u)] + a[(uint)(i)];
}

__kernel void local_of_the_counter(__global const int *restrict a, __global int *restrict c, int m)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll
    for (uint i = 0; i < 4; i++) {
        const uint k = i;
        c[g + i] = a[(k - 5) / 2 & 63] + a[k] + a[clz(k)];
    }
}

__kernel void size_of_the_counter(__global const int *restrict a, __global int *restrict c, int m)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll
    for (size_t i = 0; i < 4; i++) {
        const size_t k = i;
        c[g + i] = a[((k - 1) >> 28) & 15] + a[(i - 1) % 7];
    }
}

__kernel void converted_local(__global const int *restrict a, __global int *restrict c, int m)
{
    const int g = get_global_id(0) * 64 + 8;
    #pragma unroll
    for (int i = -2; i < 3; i++) {
        const long k = i;
        const uint u = i;
        c[g + i] = a[clz(k) & 63] + a[(u / 2) >> 28] + a[(k - 9) / 2 & 63];
    }
}

__kernel void main_loop(__global const int *restrict a, __global int *restrict c, int m, uint n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (uint i = 0; i < n; i++) {
        const uint k = (i);
        const ulong w = k - 1;
        c[g + i] = a[(k - 5) / 2 & 63] + a[clz(i)] + a[w & 63] + a[(w >> 30) & 63];
    }
}

typedef ulong number;

__kernel void named_type(__global const int *restrict a, __global int *restrict c, int m, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 4
    for (number i = 0; i < n; i++) {
        const number k = i, l = k;
        c[g + i] = a[clz(l)] + a[(l - 5) >> 60] + a[rotate(k, (number)m) & 63];
    }
}

__kernel void large_numbers(__global const int *restrict a, __global int *restrict c, int m)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll
    for (uint i = 0; i < 4000000000u; i += 1000000000u) {
        const uint k = i / 1000000000u;
        c[g + k] = a[clz(i)] + a[(i - 5) / 1000000000u] + a[k];
    }
}

// The main loop counts in `long`.
__kernel void bound_of_another_type(__global const int *restrict a, __global int *restrict c, int m, long n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = a[clz(i)] + a[(i << 28) >> 28 & 15] + a[(uint)(i * 2) / 3];
}
