// `--assume restrict` shows that buffers do not overlap, in kernels that may get the word.

//@ option --assume=restrict
//@ run sizes=0,1,2,3,5,8

__kernel void rows(__global const int *a, __global int *c, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + a[k + r];
        c[get_global_id(0) * 4 + r] = sum;
    }
}

// Its copies in other functions get no word.
void in_a_function(__global const int *a, __global int *c, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + a[k + r];
        c[r] = sum;
    }
}

__kernel void calls(__global int *c, int n)
{
    in_a_function(c + get_global_id(0) * 16, c + get_global_id(0) * 16 + 1, n);
}

__kernel void loads(__global const int *a, __global int *c, int n)
{
    const int first = get_global_id(0) * 8;
    #pragma unroll 4
    for (int i = 0; i < 8; i++)
        c[first + i] = a[i] * 3 + n;
}
