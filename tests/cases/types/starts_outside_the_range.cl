// First values that not all types hold: of a type that may have any size, and of `size_t`, which has 32 bits on some devices.

//@ option --checked
//@ run sizes=0,1,3,7 global=1 local=1

__kernel void pointer_differences(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (ptrdiff_t i = -4294967294; i > 0; i--)
        sum += 1;
    #pragma unroll 3
    for (intptr_t i = 4294967298; i < 5; i++)
        sum += 2;
    #pragma unroll
    for (ptrdiff_t i = 3; i > 0; i--)
        sum = sum * 3 + 5;
    out[0] = sum;
}

__kernel void sizes(__global int *out, ulong n)
{
    int sum = 0;
    #pragma unroll 4
    for (size_t i = -1; i <= n; i += 2)
        sum += 1;
    #pragma unroll 2
    for (size_t i = 4294967296ul; i < n; i++)
        sum += 2;
    #pragma unroll
    for (size_t i = 4294967298ul; i > 2ul; i -= 1073741824)
        sum = sum * 3 + 1;
    #pragma unroll 2
    for (size_t i = 1; i < n; i++)
        sum = sum * 3 + 5;
    out[0] = sum + 1;
}
