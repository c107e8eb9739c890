// Nests whose iterations meet at one distance alone, or in the last iteration alone.

//@ run sizes=0,1,3,8

__kernel void two_apart(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 3
    for (int r = 0; r < 6; r++)
        for (int k = 0; k < 4; k++)
            own[8 * r + k] = own[8 * (r + 2) + k - 1] * 3 + n + r;
}

__kernel void three_apart(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 4
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < 4; k++)
            own[8 * r + k] = own[8 * (r + 3) + k - 1] * 3 + n + r;
}

__kernel void farther_than_the_factor(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 6; r++)
        for (int k = 0; k < 4; k++)
            own[8 * r + k] = own[8 * (r + 2) + k - 1] * 3 + n + r;
}

__kernel void last_of_the_inner_loop(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 6; r++)
        for (int k = 0; k < 4; k++)
            own[8 * r + k] = own[8 * (r + 1) + k - 3] * 3 + n + r;
}

__kernel void last_of_the_middle_loop(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 2; k++)
                own[16 * r + 4 * j + k] = own[16 * (r + 1) + 4 * (j - 2) + k] * 3 + n + r;
}

__kernel void after_the_last(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 6; r++)
        for (int k = 0; k < 4; k++)
            own[8 * r + k] = own[8 * (r + 1) + k - 4] * 3 + n + r;
}
