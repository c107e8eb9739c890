// Arrays of arrays: the element of a row is known by its number in the whole array, also past the end of the row.

//@ run sizes=0,1,2,3,5,8

#define ROWS 4

__kernel void tile(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, const int n)
{
    int sums[ROWS][8];
    __local int shared[2][4][8];
    #pragma unroll_and_jam
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < 8; j++)
            sums[i][j] = a[i] * j;
    #pragma unroll_and_jam 2
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < 8; j++)
                sums[i][j] += sums[i][j] * 3 + a[i * 8 + k] * b[k * 8 + j];
    #pragma unroll_and_jam 2
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < n; k++)
            sums[i][k & 7] = sums[i][k & 7] * 3 + a[k];
    if (get_local_id(0) == 0) {
        #pragma unroll_and_jam 2
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 8; j++)
                shared[1][i][j] = b[j] + i;
        #pragma unroll_and_jam 2
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 8; j++)
                shared[1][i][j] = shared[1][i][j] * 5 + i;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < 8; j++)
            c[get_global_id(0) * 64 + i * 8 + j] = sums[i][j] + shared[1][i][j];
}

// An iteration leaves its row, and the next one gets what it stores.
__kernel void past_the_end(__global const int *restrict a, __global int *restrict c, const int n)
{
    int sums[ROWS][8];
    for (int i = 0; i < 32; i++) sums[i / 8][i % 8] = i;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 12; j++)
            sums[i][j] = sums[i][j] * 3 + a[j] + i;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 8; j++)
            sums[i][j] = sums[i + 1][j] * 3 + a[j] + i;
    for (int i = 0; i < 32; i++) c[get_global_id(0) * 64 + i] = sums[i / 8][i % 8];
}
