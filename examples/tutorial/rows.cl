// Eight rows of the product of two square matrices for each work-item.
__kernel void product(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, int n)
{
    const int column = get_global_id(0), first = get_global_id(1) * 8;
    #pragma unroll
    for (int row = 0; row < 8; row++) {
        float sum = 0.0f;
        for (int k = 0; k < n; k++)
            sum += a[(first + row) * n + k] * b[k * n + column];
        c[(first + row) * n + column] = sum;
    }
}
