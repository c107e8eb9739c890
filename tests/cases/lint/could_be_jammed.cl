// Outer loops whose copies load the same values again. The fix asks for a jam.
//@ lint
//@ run sizes=0,1,5,40 global=1 local=1
__kernel void rows(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, int n)
{
    #pragma unroll 4
    for (int r = 0; r < 8; r++) {
        float sum = 0.0f;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] = sum;
    }
}

// Without a factor, all iterations are asked for.
__kernel void all_rows(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, int n)
{
    #pragma unroll
    for (int r = 0; r < 8; r++) {
        float sum = 0.0f;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] = sum;
    }
}

// The factor stays as it is spelt; the bound is known at run time.
#define ROWS 2
__kernel void spelt(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n, int m)
{
    #pragma unroll(ROWS)
    for (int r = 0; r < m; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] = sum;
    }
}

// In local memory, and in the innermost of three loops.
__kernel void tile(__global const int *restrict a, __global int *restrict c, __local int *shared, int n)
{
    for (int i = 0; i < 64; i++)
        shared[i] = a[i & 7];
    #pragma unroll 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int j = 0; j < 8; j++)
            for (int k = 0; k < 8; k++)
                sum += a[r] * shared[j * 8 + k] + n;
        c[r] = sum;
    }
}

// No directive: the note has no fix.
__kernel void in_an_operator(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    _Pragma("unroll 4")
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] = sum;
    }
}

__kernel void of_another_compiler(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    #pragma GCC unroll 4
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] = sum;
    }
}

// The inner loop is requested too.
__kernel void inner_request(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    #pragma unroll 2
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        #pragma unroll 2
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] = sum;
    }
}
