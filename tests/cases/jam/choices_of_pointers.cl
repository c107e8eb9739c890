// A pointer that is chosen leads where any choice may lead, and the value of a list is its last part.

//@ run sizes=0,1,3,8

__kernel void second_choice(__global int *a, __global int *restrict b, int n)
{
    __global int *own = a + get_global_id(0) * 128;
    __global int *p = n < 0 ? b : own + 4;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < 8; k++)
            own[8 * r + k + 8] = p[8 * r + k] * 3 + r;
}

__kernel void end_of_a_list(__global int *a, __global int *restrict b, int n)
{
    __global int *own = a + get_global_id(0) * 128;
    __global int *p = (b + 4, own + 4);
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < 8; k++)
            own[8 * r + k + 8] = p[8 * r + k] * 3 + r;
}
