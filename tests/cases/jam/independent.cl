// `independent` is a promise about memory, and about nothing else.

//@ run sizes=0,1,2,3,5,8,16

__kernel void rows_in_another_order(__global const int *a, __global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma clunroll independent
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++) {
        own[(r ^ 1) * 4 + 3] = n;
        for (int k = 0; k < 3; k++)
            own[(r ^ 1) * 4 + k] = own[(r ^ 1) * 4 + k + 1] * 3 + a[k];
    }
}

__kernel void with_other_clauses(__global const int *a, __global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    _Pragma("unroll_and_jam(3)") _Pragma("clunroll remainder(loop), independent")
    for (int r = 0; r < n; r++)
        for (int k = 0; k < 3; k++) own[r * 4 + k] += a[k];
    #pragma unroll_and_jam
    #pragma clunroll independent
    for (int r = 0; r < min(n, 9); r++)
        for (int k = 0; k < 3; k++) own[(r ^ 0) * 4 + k] += a[k];
}

__kernel void variables_are_not_memory(__global const int *a, __global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    int sum = 0;
    #pragma clunroll independent
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < n; k++) sum = sum * 3 + a[r + k];
    own[0] = sum;
}

// `ivdep` is a word to compilers, which do not reorder loops for it.
__kernel void ivdep(__global const int *a, __global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma ivdep
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < n; k++) own[r] = own[r] * 3 + a[k];
}
