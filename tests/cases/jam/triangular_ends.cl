// Inner loops that end at the counter of another one, which is the last value or is not.

//@ run sizes=0,1,3,8

__kernel void with_the_end(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int j = 0; j < 9; j++)
            for (int k = 0; k <= j; k++)
                own[8 * r + k] = own[8 * r + k] * 3 + j + n;
}

__kernel void without_the_end(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int j = 0; j < 9; j++)
            for (int k = 0; k < j; k++)
                own[8 * r + k] = own[8 * r + k] * 3 + j + n;
}
