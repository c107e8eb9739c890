// Iterations of the outer loop that touch the same element in another order of the inner loops: each nest is left as written, or jammed under
// a test of its stride.

//@ run sizes=0,1,2,3,5

// In the second inner loop.
__kernel void in_the_second(__global int *c, __global const int *restrict a, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < 2; k++)
            for (int m = 0; m < 8; m++)
                own[k * 16 + r + m] = own[k * 16 + r + m] * 3 + a[m];
}

// If the stride is 1.
__kernel void by_a_stride(__global int *c, __global const int *restrict a, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < 4; k++)
            own[r * n + k] = own[r * n + k] * 3 + a[k];
}

// Through a pointer of each iteration.
__kernel void by_a_pointer(__global int *c, __global const int *restrict a, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        __global int *from = own + r;
        for (int k = 0; k < 4; k++)
            from[k] = from[k] * 3 + a[k];
    }
}

// By a difference, where the inner loop counts down.
__kernel void by_a_difference(__global int *c, __global const int *restrict a, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 7; k >= 0; k--)
            own[8 + k - r] = own[8 + k - r] * 3 + a[k];
}
