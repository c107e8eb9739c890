// Nests whose outer loop is jammed: several iterations of it share what the inner loop loads. A compiler does not do that unasked,
// and few do it when asked. The pointers are `restrict`, since a jam changes the order of loads and stores.

//@ run kernel=product_of_rows sizes=16 global=16x2 local=8x1
//@ run kernel=forces sizes=3,8,17 global=8 local=8
//@ run kernel=fir sizes=1,5,16 global=8 local=8
//@ run kernel=convolve_rows sizes=1,3,5 global=8x2 local=8x1
//@ run kernel=dots sizes=1,7,16 global=4 local=4
//@ run kernel=heat sizes=1,2,5 global=4 local=4

// Eight rows of the product of two square matrices for each work-item: each element of b is loaded once for all of them.
__kernel void product_of_rows(__global const float *restrict a, __global const float *restrict b,
                              __global float *restrict c, int n)
{
    const int column = get_global_id(0), first = get_global_id(1) * 8;
    #pragma unroll_and_jam 8
    for (int r = 0; r < 8; r++) {
        float sum = 0.0f;
        for (int k = 0; k < n; k++)
            sum += a[(first + r) * n + k] * b[k * n + column];
        c[(first + r) * n + column] = sum;
    }
}

// The forces on four bodies of each work-item: each other body is loaded once for all of them.
__kernel void forces(__global const float4 *restrict bodies, __global float4 *restrict force, int n)
{
    const int first = get_global_id(0) * 4;
    #pragma unroll_and_jam 4
    for (int i = 0; i < 4; i++) {
        const float4 own = bodies[first + i];
        float4 sum = (float4)(0.0f);
        for (int j = 0; j < n; j++) {
            const float4 other = bodies[j];
            const float4 way = other - own;
            const float squared = way.x * way.x + way.y * way.y + way.z * way.z + 0.01f;
            const float inverse = rsqrt(squared);
            sum += way * (other.w * inverse * inverse * inverse);
        }
        force[first + i] = sum;
    }
}

// Eight outputs of a filter with n taps for each work-item: each tap is loaded once for all of them.
__kernel void fir(__global const float *restrict signal, __global const float *restrict taps,
                  __global float *restrict filtered, int n)
{
    const int first = get_global_id(0) * 8;
    #pragma unroll_and_jam 8
    for (int i = 0; i < 8; i++) {
        float sum = 0.0f;
        for (int t = 0; t < n; t++)
            sum += taps[t] * signal[first + i + t];
        filtered[first + i] = sum;
    }
}

// Four output rows of a convolution for each work-item: a nest of three loops.
__kernel void convolve_rows(__global const float *restrict image, __global const float *restrict filter,
                            __global float *restrict output, int width)
{
    const int x = get_global_id(0), first = get_global_id(1) * 4;
    const int columns = get_global_size(0), stride = columns + width;
    #pragma unroll_and_jam 4
    for (int y = 0; y < 4; y++) {
        float sum = 0.0f;
        for (int r = 0; r < width; r++)
            for (int c = 0; c < width; c++)
                sum += filter[r * width + c] * image[(first + y + r) * stride + x + c];
        output[(first + y) * columns + x] = sum;
    }
}

// The dot products of one vector with `count` rows for each work-item: only the run knows how many there are, and some may remain.
__kernel void dots(__global const float *restrict rows, __global const float *restrict vector,
                   __global float *restrict products, int n, int count)
{
    const int first = get_global_id(0) * count;
    #pragma unroll_and_jam 4
    for (int r = 0; r < count; r++) {
        float sum = 0.0f;
        for (int k = 0; k < n; k++)
            sum += rows[(first + r) * n + k] * vector[k];
        products[first + r] = sum;
    }
}

// Heat that flows along four rods for each work-item, each in a private array, one step of time after the other.
__kernel void heat(__global const float *restrict start, __global float *restrict end, int n)
{
    const int first = get_global_id(0) * 4;
    #pragma unroll_and_jam 4
    for (int rod = 0; rod < 4; rod++) {
        float left = start[(first + rod) * 3], middle = start[(first + rod) * 3 + 1], right = start[(first + rod) * 3 + 2];
        for (int step = 0; step < n; step++) {
            const float before = left;
            left += 0.1f * (middle - left);
            right += 0.1f * (middle - right);
            middle += 0.1f * (before - 2.0f * middle + right);
        }
        end[(first + rod) * 3] = left;
        end[(first + rod) * 3 + 1] = middle;
        end[(first + rod) * 3 + 2] = right;
    }
}
