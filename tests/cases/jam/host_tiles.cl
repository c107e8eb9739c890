// Tiles whose lengths and subscripts come from macros of the host: their values are evidence in the branch that pins them, if each macro is
// one operand of type `int`.

//@ option -DWPTM=4
//@ option -DTILE=2
//@ build -DWPTM=4 -DTILE=2
//@ build -DWPTM=(4) -DTILE=(2)
//@ build -DWPTM=4 -DTILE=1
//@ build -DWPTM=4 -DTILE=2 -DWPTN=4
//@ build -DWPTM=2 -DTILE=2 -DWPTN=2
//@ build -DWPTM=2+2 -DTILE=2
//@ build -DWPTM=4u -DTILE=2u
//@ build -DWPTM=4 -DTILE=3-1
//@ build -DWPTM=2*2 -DTILE=4/2
//@ build -DWPTM=8/2 -DTILE=1*2
//@ build -DWPTM=2<<1 -DTILE=0+2
//@ build -DWPTM=1*4 -DTILE=6/3
//@ build -DWPTM=5-1 -DTILE=0x2
//@ noplain the lengths of arrays need a macro
//@ run sizes=0,1,2,3,5,8,17

#ifndef WPTN
#define WPTN 2
#endif
#define HALF (8 / WPTM)

// The usual multiplication of matrices, with a tile of sums for each work-item.
__kernel void multiply(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, int n)
{
    const int first = 8 + get_global_id(0) * 128;
    float sums[WPTM][WPTN];
    float column[WPTN];
    for (int i = 0; i < WPTM; i++)
        for (int j = 0; j < WPTN; j++)
            sums[i][j] = 0.0f;
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < WPTN; j++) column[j] = b[j * HALF + k];
        #pragma unroll_and_jam 2
        for (int i = 0; i < WPTM; i++) {
            const float value = a[i * HALF + k];
            for (int j = 0; j < WPTN; j++) {
                sums[i][j] += value * column[j];
            }
        }
    }
    #pragma unroll_and_jam 2
    for (int i = 0; i < WPTM; i++) {
        for (int j = 0; j < WPTN; j++) {
            c[first + i * WPTN + j] += sums[i][j];
        }
    }
}

// The rows of `c` are as long as a macro says.
__kernel void rows(__global const int *restrict a, __global int *restrict c, int n)
{
    const int first = 8 + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int i = 0; i < WPTM; i++) {
        for (int j = 0; j < TILE; j++) {
            c[first + i * TILE + j] = c[first + i * TILE + j] * 3 + a[i + j + n % 2];
        }
    }
}

// The quotient is a number that the analysis knows.
__kernel void quotients(__global const int *restrict a, __global int *restrict c, int n)
{
    const int first = 8 + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int i = 0; i < WPTM; i++) {
        for (int j = 0; j < 2; j++) {
            c[first + (i + 8 / WPTM) * 2 + j] = a[i + j + n % 2] * 3 + c[first + (i + 8 / WPTM) * 2 + j];
        }
    }
}

// An inner loop that steps by a macro, and starts at one.
__kernel void steps(__global const int *restrict a, __global int *restrict c, int n)
{
    const int first = 8 + get_global_id(0) * 128;
    int sums[4][2 * TILE + 4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2 * TILE + 4; j++)
            sums[i][j] = n + i * j;
    #pragma unroll_and_jam 4
    for (int i = 0; i < 4; i++) {
        for (int j = TILE; j < TILE * 2 + 4; j += TILE) {
            sums[i][j - TILE] += sums[i][j] * 5 + a[i + j];
        }
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            c[first + i * 4 + j] = sums[i][j];
}

// Rows that are too short: the elements of two rows meet.
__kernel void overlapping(__global const int *restrict a, __global int *restrict c, int n)
{
    const int first = 8 + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int i = 0; i < WPTM; i++) {
        for (int j = 0; j < TILE + 1; j++) {
            c[first + i * TILE + j] = c[first + i * TILE + j] * 3 + a[i + j + n % 2];
        }
    }
}

// No `#if` at the nest chooses the length of the rows.
__kernel void elsewhere(__global const int *restrict a, __global int *restrict c, int n)
{
    const int first = 8 + get_global_id(0) * 128;
    int sums[4][TILE + 1];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            sums[i][j] = n;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 2; j++) {
            sums[i][j] += a[i + j] * WPTN;
        }
    }
    for (int i = 0; i < 4; i++)
        c[first + i] = sums[i][0];
}

// The length of rows comes from a macro that the nest does not contain, through a variable: no `#if` decides about it. A nest with a request
// in it has no test before it.
__kernel void outside(__global const int *restrict a, __global int *restrict c, int n)
{
    const int first = 8 + get_global_id(0) * 128, width = TILE;
    #pragma unroll_and_jam 2
    for (int i = 0; i < WPTM; i++) {
        #pragma unroll 2
        for (int j = 0; j < 2; j++) {
            c[first + i * width + j] = c[first + i * width + j] * 3 + a[i + j + n % 2];
        }
    }
}
