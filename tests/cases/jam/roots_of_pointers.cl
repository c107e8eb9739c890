// What a pointer leads into: types decide which operand of a sum is the pointer, and the difference of two pointers is a number.

//@ run sizes=0,1,3,8

struct cell { int first, second[4]; };

__kernel void difference_first(__global int *a, __global int *restrict b, int n)
{
    __global int *own = a + get_global_id(0) * 128;
    __global int *p = ((b + 4) - b) + own;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < 8; k++)
            own[8 * r + k + 8] = p[8 * r + k] * 3 + r;
}

__kernel void difference_of_elements(__global int *a, __global int *restrict b, int n)
{
    __global int *own = a + get_global_id(0) * 128;
    __global int *p = (&b[4] - &0[b]) + own;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < 8; k++)
            own[8 * r + k + 8] = p[8 * r + k] * 3 + r;
}

__kernel void chosen(__global int *a, __global int *restrict b, int n)
{
    __global int *own = a + get_global_id(0) * 128;
    __global int *p = n >= 0 ? own + 4 : b;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < 8; k++)
            own[8 * r + k + 8] = p[8 * r + k] * 3 + r;
}

__kernel void last_of_a_list(__global int *a, __global int *restrict b, int n)
{
    __global int *own = a + get_global_id(0) * 128;
    __global int *p = ((void)(b + 4), own + 4);
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < 8; k++)
            own[8 * r + k + 8] = p[8 * r + k] * 3 + r;
}

__kernel void in_a_table(__global int *a, __global int *restrict b, int n)
{
    __global int *own = a + get_global_id(0) * 128;
    __global int *table[2] = { own + 4, b };
    __global int *p = table[(n < 0) + (b - b)];
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < 8; k++)
            own[8 * r + k + 8] = p[8 * r + k] * 3 + r;
}

__kernel void index_first(__global int *restrict a, __global const int *b, int n)
{
    __global int *own = a + get_global_id(0) * 128;
    __global const int *p = 4 + &2[b];
    __global const int *q = &*(&p[1] - 1 + (b - b));
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < 8; k++)
            own[8 * r] = own[8 * r] + q[k] * r;
}

__kernel void rows_and_members(__global int *restrict a, int n)
{
    __global int *own = a + get_global_id(0) * 128;
    int rows[4][8];
    struct cell cells[4];
    for (int i = 0; i < 32; i++) rows[i / 8][i % 8] = i * n;
    for (int i = 0; i < 16; i++) cells[i / 4].second[i % 4] = i;
    int *p = rows[1] + 2;
    int *q = &cells[1].second[1];
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < 2; k++)
            p[4 * r + k] = q[k] + r;
    for (int i = 0; i < 32; i++) own[i] = rows[i / 8][i % 8];
}
