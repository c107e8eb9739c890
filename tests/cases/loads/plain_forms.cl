// With plain forms no load moves, and no nest is jammed.

//@ option --forms=plain
//@ run sizes=0,1,2,3,5,8

__kernel void map(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = a[g + i] * 7;
}

__kernel void rows(__global const int *restrict a, __global int *restrict c, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += a[r * n + k];
        c[get_global_id(0) * 4 + r] = sum;
    }
}
