// Each name of a constant is free.

//@ run sizes=0,1,2,3,5,8,17

__kernel void names(__global const int *restrict a, __global int *restrict c, int n, int a_1)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = a[g + i] + a_1;
}

__kernel void of_the_loop_around(__global const int *restrict i_base, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        c[g + i] = i_base[g + i] + n;
}
