// A rewrite says, too, which unrolled outer loops could be jammed.
//@ run sizes=0,1,5,40 global=1 local=1
__kernel void rows(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    #pragma unroll 4
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] = sum;
    }
}

// The author has judged it.
__kernel void judged(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    #pragma unroll 4 // clunroll: allow(CLU234)
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] = sum;
    }
}

// No copy has an inner loop.
__kernel void whole(__global const int *restrict a, __global const int *restrict b, __global int *restrict c)
{
    #pragma unroll 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        #pragma unroll
        for (int k = 0; k < 40; k++)
            sum += a[r + k] * b[k];
        c[r] = sum;
    }
    #pragma unroll 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        #pragma unroll 64
        for (int k = 0; k < 40; k++)
            sum += a[r + k] * b[k];
        c[r + 4] = sum;
    }
}

// The inner loop alone is requested, or it has no inner loop, or the order matters.
__kernel void others(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        #pragma unroll 2
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        c[r] = sum;
    }
    #pragma unroll 4
    for (int r = 0; r < 8; r++)
        c[r] += b[r & 1];
    #pragma unroll 4
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < n; k++)
            c[k & 7] = c[(k + r) & 7] + b[k];
}
