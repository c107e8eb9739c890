// An inner counter leads from row to row, and the outer one through the rows. The test before the nest shows that rows are long enough.

//@ run kernel=tile sizes=0,1,2,3,4,5,8,17,32
//@ run kernel=of_unsigned sizes=0,1,2,3,4,5,8,17,32
//@ run kernel=from_below sizes=0,1,2,3,4,5,8,17,32
//@ run kernel=steps sizes=0,1,2,3,4,5,8,17,32
//@ run kernel=negative sizes=-32,-3,-2,-1,0,1,2,3,4,5,8,17,32
//@ run kernel=three sizes=0,1,2,3,4,5,8,17,32
//@ run kernel=both sizes=0,1,2,3,4,5,8,9,17,32
//@ run kernel=diagonal sizes=0,1,2,3,4,5,8,9,17,32
//@ run kernel=run_time sizes=0,1,2,3,4,5,8,17,32
//@ run kernel=triangle sizes=0,1,2,3,4,5,8,17,32
//@ run kernel=narrow sizes=0,1,2,3,4,5,8,17,32

// The usual store of a tile.
__kernel void tile(__global const int *restrict a, __global int *restrict c, int n)
{
    if (get_global_id(0) > 0) return;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++) {
        const int row = 8 + i;
        for (int j = 0; j < 4; j++) {
            const int column = 3 + j;
            c[column * n + row] = c[column * n + row] * 3 + a[i * 4 + j];
        }
    }
}

__kernel void of_unsigned(__global const int *restrict a, __global int *restrict c, uint n)
{
    if (get_global_id(0) > 0) return;
    #pragma unroll_and_jam 4
    for (uint i = 0; i < 8; i++) {
        for (uint j = 0; j < 5; j++) {
            c[j * n + i] = c[j * n + i + 1] * 3 + a[i * 4 + j];
        }
    }
}

// The load is in another row than the store.
__kernel void from_below(__global const int *restrict a, __global int *restrict c, int n)
{
    if (get_global_id(0) > 0) return;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            c[j * n + i] = c[(j + 1) * n + i] * 3 + a[i * 4 + j];
        }
    }
}

__kernel void steps(__global const int *restrict a, __global int *restrict c, int n)
{
    if (get_global_id(0) > 0) return;
    #pragma unroll_and_jam 3
    for (int i = 0; i < 12; i += 2) {
        for (int j = 1; j < 9; j += 3) {
            c[2 * j * n + i] = c[2 * j * n + i] * 3 + a[i * 4 + j];
        }
    }
}

__kernel void negative(__global const int *restrict a, __global int *restrict c, int n)
{
    if (get_global_id(0) > 0) return;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++) {
        for (int j = 3; j >= 0; j--) {
            c[512 + j * n - i] = c[512 + j * n - i] * 3 + a[i * 4 + j];
        }
    }
}

// The innermost loop is in the same row.
__kernel void three(__global const int *restrict a, __global int *restrict c, int n)
{
    if (get_global_id(0) > 0) return;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 2; k++) {
                c[j * n + 4 * k + i] = c[j * n + 4 * k + i] * 3 + a[i * 4 + j + k];
            }
        }
    }
}

// Both counters lead from row to row.
__kernel void both(__global const int *restrict a, __global int *restrict c, int n)
{
    if (get_global_id(0) > 0) return;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 3; k++) {
                c[(i * 4 + j) * n + k] = c[(i * 4 + j) * n + k] * 3 + a[i * 4 + j + k];
            }
        }
    }
}

// Two iterations are in the same row.
__kernel void diagonal(__global const int *restrict a, __global int *restrict c, int n)
{
    if (get_global_id(0) > 0) return;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 3; k++) {
                c[(i + j) * n + k] = c[(i + j) * n + k] * 3 + a[i * 4 + j + k];
            }
        }
    }
}

// How many rows there are is known at run time only: their distance is not.
__kernel void run_time(__global const int *restrict a, __global int *restrict c, int n, int rows)
{
    if (get_global_id(0) > 0) return;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < rows; j++) {
            c[j * n + i] = c[j * n + i] * 3 + a[i * 4 + j];
        }
    }
}

// The inner loop begins at the counter of the loop around it, which is the same for both.
__kernel void triangle(__global const int *restrict a, __global int *restrict c, int n)
{
    if (get_global_id(0) > 0) return;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            for (int j = k; j < 4; j++) {
                c[j * n + i] = c[j * n + i] * 3 + a[i * 4 + j + k];
            }
        }
    }
}

// A product in fewer than 32 bits.
__kernel void narrow(__global const int *restrict a, __global int *restrict c, int n)
{
    if (get_global_id(0) > 0) return;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            c[(uchar)(j * n) + i] = c[(uchar)(j * n) + i] * 3 + a[i * 4 + j];
        }
    }
}
