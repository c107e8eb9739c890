// One work-item computes the dot product of two rows.
__kernel void dot_rows(__global const float *a, __global const float *b, __global float *out, int length)
{
    size_t row = get_global_id(0);
    float sum = 0.0f;
    #pragma unroll 4
    for (int i = 0; i < length; i++)
        sum += a[row * length + i] * b[row * length + i];
    out[row] = sum;
}
