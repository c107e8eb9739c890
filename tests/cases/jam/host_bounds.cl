// Bounds that the host decides: their values are pinned, also those of inner loops and of bodies.

//@ option -DTS=5
//@ build -DTS=5
//@ build -DTS=5 -DROWS=5
//@ build -DTS=3 -DROWS=8
//@ build -DTS=3 -DROWS=11
//@ build -DTS=2+3
//@ run sizes=0,1,2,3,5,8,17

#ifndef ROWS
#define ROWS 8
#endif

__kernel void outer(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    const int column = get_global_id(0), first = column * ROWS;
    #pragma unroll_and_jam 4
    for (int r = 0; r < ROWS; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) {
            sum += a[r * n + k] * b[k];
        }
        c[first + r] = sum;
    }
}

__kernel void inner(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    const int first = get_global_id(0) * 8;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = TS;
        for (int k = 0; k < TS * 2; k++) {
            sum = sum * 3 + a[r + k] * b[k % TS];
        }
        c[first + r % 8] = sum;
    }
}

// Nobody says what it is.
__kernel void unknown(__global const int *restrict a, __global int *restrict c, int n)
{
    const int first = get_global_id(0) * 8;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
#ifdef OTHER
        sum = OTHER(r);
#endif
        for (int k = 0; k < n; k++) sum += a[r + k];
        c[first + r] = sum;
    }
}

// One iteration, if the host leaves it so.
__kernel void once(__global const int *restrict a, __global int *restrict c, int n)
{
    const int first = get_global_id(0) * 8;
    #pragma unroll_and_jam 2
    for (int r = 7; r < ROWS; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += a[r + k];
        c[first + r % 8] = sum;
    }
}
