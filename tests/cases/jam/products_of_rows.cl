// Matrix products by several rows: pointers with `restrict`, run-time and constant trip counts, a remainder.

//@ run sizes=0,1,2,3,5,8,17

__kernel void rows(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    const int column = get_global_id(0);
    #pragma unroll_and_jam 4
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) {
            sum += a[r * n + k] * b[k * n + column];
        }
        c[column * 8 + r] = sum;
    }
}

__kernel void any_rows(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    const int column = get_global_id(0);
    #pragma unroll_and_jam
    for (int r = 0; r < n; r++) {
        int sum = 3;   // begins with 3
        for (int k = 0; k < n; k++)
            sum = sum * 7 + a[r * n + k];
        if (sum > 100)
            sum -= b[r];
        c[column * 64 + r] = sum;
    }
}

__kernel void all_rows(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    const int column = get_global_id(0);
    _Pragma("unroll_and_jam(8)")
    for (int r = 0; r < 3; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) {
            int product = a[r * n + k] * b[k];
            sum += product;
        }
        c[column * 8 + r] = sum;
    }
    #pragma nounroll_and_jam
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < n; k++)
            c[column * 8 + r] += k;
}

__kernel void down_by_three(__global const int *restrict a, __global int *restrict c, int n)
{
    const int item = get_global_id(0);
    #pragma unroll_and_jam 3
    for (int r = n; r > 1; r -= 3) {
        uint hash = r;
        for (uint k = 0; k < 5u; k++) hash = hash * 31u + a[r + k];
        c[item * 256 + r] = hash;
    }
}
