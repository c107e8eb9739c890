// Parameters with `restrict` that are stepped before the nest still lead into their own buffers; those that are assigned may not.

//@ run sizes=0,1,2,3,5

__kernel void rows(__global int *restrict dst, __global const int *restrict src, __constant int *restrict weights, const int n)
{
    dst += get_global_id(0) * 64;
    src += get_global_id(0) * 64;
    src++;
    if (n > 2) dst -= -1;
    #pragma unroll_and_jam 4
    for (int i = 0; i < 4; i++) {
        int sum = 0;
        for (int j = 0; j < 17; j++)
            sum += weights[j] * src[i * 8 + j];
        dst[i * 12] = sum;
    }
}

void product(__global int *dst, __global const int *src, const int n)
{
    dst += 2;
    src -= -1;
    #pragma unroll_and_jam 4
    for (int i = 0; i < 4; i++) {
        int sum = 0;
        for (int j = 0; j < n; j++)
            sum += src[i + j];
        dst[i] = sum;
    }
}

void assigned(__global int *restrict dst, __global int *restrict src, __global int *other, const int n)
{
    if (n > 1) src = other;
    dst += 1;
    #pragma unroll_and_jam 4
    for (int i = 0; i < 4; i++) {
        int sum = 0;
        for (int j = 0; j < n; j++)
            sum += src[i + j];
        other[i] = sum;
    }
}

__kernel void callers(__global int *c, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    product(own + 1, own, n);
    assigned(own + 40, own + 50, own + 20, n);
}
