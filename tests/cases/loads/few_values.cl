// A jam, or loads that run first, may keep only so many values at once.

//@ option --max-live=12
//@ run sizes=0,1,2,3,5,8

__kernel void map(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 16
    for (int i = 0; i < n; i++)
        c[g + i] = a[g + i] * 7;
    #pragma unroll 12
    for (int i = 0; i < 12; i++)
        c[g + i] += a[i];
}

__kernel void rows(__global const int *restrict a, __global int *restrict c, int n)
{
    #pragma unroll_and_jam 8
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += a[r * n + k];
        c[get_global_id(0) * 16 + r] = sum;
    }
    #pragma unroll_and_jam 4
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += a[r * n + k] * a[k];
        c[get_global_id(0) * 16 + 8 + r] = sum;
    }
}

__kernel void many(__global const float4 *restrict a, __global float4 *restrict c, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        float4 sums[4] = { 0.0f, 0.0f, 0.0f, 0.0f };
        for (int k = 0; k < n; k++) sums[k & 3] += a[r * n + k];
        c[get_global_id(0) * 4 + r] = sums[0] + sums[1];
    }
}

// Four values of four registers each.
__kernel void wide(__global const int4 *restrict a, __global int4 *restrict c, int n)
{
    const int g = get_global_id(0) * 16;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        c[g + i] = a[g + i] * 7;
    #pragma unroll 3
    for (int i = 0; i < n; i++)
        c[g + i] += a[g + i];
}
