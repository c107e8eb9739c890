// A start below zero has another value in a size_t of 32 bits than in one of 64: it is not written as a number.

__kernel void starts(__global int *out, int n)
{
    int sum = 0, all = -1;
    #pragma unroll 2
    for (int i = -7; i < (size_t)all; i++) sum += i + 20;
    #pragma unroll 7
    for (int i = -3; i > (size_t)-40; i--) sum += i;
    #pragma unroll 2
    for (int i = 5; i < (size_t)n; i++) sum += i;
    out[get_global_id(0)] = sum;
}
