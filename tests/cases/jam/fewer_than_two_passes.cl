// From N to 2N - 1 iterations: all of them run side by side, if they may.

//@ option -DROWS=5
//@ run sizes=0,1,2,3,5,8
//@ build -DROWS=5
//@ build -DROWS=6

__kernel void all_at_once(__global int *restrict c, __global const int *restrict a, const int n)
{
    #pragma unroll_and_jam 4
    for (int r = 0; r < 6; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * 8 + k];
        c[get_global_id(0) * 64 + r] = sum;
    }
}

// Seven copies would keep 70 values.
__kernel void too_many_values(__global int *restrict c, __global const int *restrict a, const int n)
{
    #pragma unroll_and_jam 4
    for (int r = 0; r < 7; r++) {
        int t[10] = {0};
        for (int k = 0; k < n; k++)
            t[k & 7] += a[r * 8 + k];
        c[get_global_id(0) * 64 + r] = t[0] + t[3];
    }
}

// Iteration 4 loads what iteration 0 stores; four iterations touch nothing in common.
__kernel void too_far(__global int *c, __global const int *restrict a, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 4
    for (int r = 0; r < 5; r++)
        for (int k = 0; k < 3; k++)
            own[r * 2 + k * 16] = own[r * 2 + k * 16 + 8] + a[k];
}

// The same in the other direction of the inner loop: the order changes.
__kernel void crossing(__global int *c, __global const int *restrict a, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 4
    for (int r = 0; r < 5; r++)
        for (int k = 0; k < 4; k++)
            own[r * 2 + k] = own[r * 2 + 7 - k] * 3 + a[k];
}

// The host decides the count.
__kernel void hosted(__global int *restrict c, __global const int *restrict a, const int n)
{
    #pragma unroll_and_jam 4
    for (int r = 0; r < ROWS; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * 8 + k];
        c[get_global_id(0) * 64 + r] = sum;
    }
}
