// Memory that iterations share is no obstacle where subscripts are never equal, or where nothing changes places.

//@ run sizes=0,1,2,3,5,8

__kernel void tile(__global int *c, int n)
{
    const int item = get_global_id(0);
    #pragma unroll_and_jam 4
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < 16; k++)
            c[item * 64 + r * 16 + k] = c[item * 64 + r * 16 + k] * 3 + n;
}

__kernel void sums(__global const int *a, __global int *out, int n)
{
    const int item = get_global_id(0);
    int sums[8];
    for (int r = 0; r < 8; r++) sums[r] = r;
    #pragma unroll_and_jam 4
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < n; k++)
            sums[r] = sums[r] * 3 + a[r + k];
    for (int r = 0; r < 8; r++) out[item * 8 + r] = sums[r];
}

__kernel void in_place(__global int *c, int n)
{
    const int item = get_global_id(0);
    __global int *row = c + item * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        for (int k = 0; k < 4; k++)
            row[2 * k + 1] = r + k;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 6; r++) {
        int hash = 0;
        for (int k = 0; k < n; k++)
            hash = hash * 3 + k;
        row[8 + r] = hash;
    }
}

__kernel void vectors(__global const int4 *restrict a, __global int *restrict out, int n)
{
    const int item = get_global_id(0);
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int4 sum = (int4)(0);
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * vload4(k, out + 1024).x;
        out[item * 16 + r * 4] = sum.x + sum.w;
        vstore4(sum, r, out + item * 16);
    }
}
