// Quotients, shifts and masks of what a nest does not change: equal ones cancel, and others may have any value.

//@ run sizes=0,1,2,3,5,8,31

__kernel void equal(__global const int *restrict a, __global int *restrict c, const int n, const uint m)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            own[(i << 3) + j + n / 4] = own[(i << 3) + j + (n) / 0x4] * 3 + a[j];
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            own[i * 16 + j + (m & 7) + (n >> 1)] = own[i * 16 + j + (m & 7u) + (n >> 1)] * 3 + a[j + n % 3];
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            own[i * 16 + j + (m & 7)] = own[i * 16 + j + 64] * 3 + a[j];
}

__kernel void other(__global const int *restrict a, __global int *restrict c, const int n, const uint m)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            own[(i << 3) + j + n / 4] = own[(i << 3) + j + n / 5] * 3 + a[j];
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            own[i * (n / 4) + j] = own[i * (n / 4) + j] * 3 + a[j];
    int middle = n / 2;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 8; j++)
            own[(i << 3) + j + ((uchar)(m * 77) & 31)] = own[(i << 3) + j + (m * 77 & 31)] * 3 + a[j];
    }
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            own[i * middle + j] = own[i * middle + j] * 3 + a[j];
}
