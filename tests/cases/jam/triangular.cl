// Inner loops that begin, or end, where another inner loop is: two accesses have different values of their starts. What the jam
// would turn round stays as written; what no two iterations share is jammed.

//@ run sizes=0,1,2,3,5,8

__kernel void start_with_a_stride(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int j = 0; j < 3; j++)
            for (int k = j; k < n; k += 2)
                own[r + k] = 100 * r + 10 * j + k;
}

__kernel void start_of_a_start(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 6; r++)
        for (int j = 0; j < 3; j++)
            for (int k = j; k < 4; k++)
                for (int l = k; l < n + 3; l += 3)
                    own[r + l] = own[r + l] * 3 + j + k;
}

__kernel void start_below_the_end(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int j = 0; j < 3; j++)
            for (int k = n - j; k >= 0; k -= 2)
                own[r + k] = 100 * r + 10 * j + k;
}

__kernel void start_with_a_factor(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 3
    for (int r = 0; r < 9; r++)
        for (int j = 0; j < 4; j++)
            for (int k = j * 2; k < n + 4; k += 5)
                own[r + k] = own[r + k + 1] + 10 * j;
}

__kernel void start_of_another_type(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int j = 0; j < 3; j++)
            for (uint k = (uchar)(j + 255); k < 260u; k += 2)
                own[(r + k) & 127] = 100 * r + 10 * j;
}

__kernel void start_of_an_unsigned(__global int *c, uint n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (uint r = 0; r < 8; r++)
        for (uint j = 0; j < 3; j++)
            for (uint k = j; k < n; k += 2)
                own[r + k] = own[r + k] * 3 + 10 * j + k;
}

__kernel void through_a_local_subscript(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int j = 0; j < 3; j++)
            for (int k = j; k < n; k += 2) {
                const int at = r + k;
                own[at] = own[at + 1] + 10 * j;
            }
}

__kernel void start_is_a_local(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int j = 0; j < 3; j++) {
            const int first = j;
            for (int k = first; k < n; k += 2)
                own[r + k] = 100 * r + 10 * j + k;
        }
}

__kernel void start_is_the_jammed_counter(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = r; k < n + 4; k += 2)
            own[k] = own[k] * 3 + r;
}

__kernel void end_of_a_middle_loop(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < j; k++)
                own[r + j - k] = own[r + j - k] * 3 + k;
}

__kernel void suffix_of_the_middle(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int j = 0; j < 3; j++) {
            int hash = r;
            for (int k = j; k < n; k += 2)
                hash = hash * 3 + own[r + k];
            own[r + j + 1] = hash & 255;
        }
}

__kernel void rows_are_apart(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int j = 0; j < 3; j++)
            for (int k = j; k < 16; k += 2)
                own[16 * r + k] = own[16 * r + k] * 3 + 10 * j + n;
}

__kernel void triangles_are_apart(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int j = 0; j < 8; j++)
            for (int k = 0; k < j; k++)
                own[8 * r + k] = own[8 * r + k] * 3 + j + n;
}

__kernel void halves_are_apart(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < n; k++)
            own[64 + k - n] = own[64 + k] + r;
}
