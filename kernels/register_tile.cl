// The product of two square matrices, where each work-item computes a tile of it in registers. A private array stays in
// memory as long as one of its indices is known only at run time, so the loops around its uses ask to be unrolled fully,
// and the arrays to become scalars: a compiler that drops the one hint or the other loses most of the speed.
//
// Idea: CLBlast's Xgemm kernel, whose pragma this is.

//@ run sizes=16,32,48 global=4x8 local=4x4

#define ROWS 4
#define COLUMNS 2

#define SUM(r, c) sums[r][c]

__kernel void register_tile(__global const float *a, __global const float *b, __global float *c, int n)
{
    const int first_row = get_global_id(0) * ROWS;
    const int first_column = get_global_id(1) * COLUMNS;

    #pragma promote_to_registers
    float sums[ROWS][COLUMNS] = { { 0.0f } };
    for (int k = 0; k < n; k++) {
        #pragma promote_to_registers
        float right[COLUMNS];
        #pragma unroll
        for (int x = 0; x < COLUMNS; x++)
            right[x] = b[k * n + first_column + x];

        #pragma unroll
        for (int y = 0; y < ROWS; y++) {
            const float left = a[(first_row + y) * n + k];
            #pragma unroll
            for (int x = 0; x < COLUMNS; x++)
                SUM(y, x) += left * right[x];
        }
    }

    #pragma unroll
    for (int y = 0; y < ROWS; y++) {
        #pragma unroll
        for (int x = 0; x < COLUMNS; x++)
            c[(first_row + y) * n + first_column + x] = SUM(y, x);
    }
}
