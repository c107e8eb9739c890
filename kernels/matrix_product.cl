// The product of two square matrices in tiles: each work-group copies one tile of both operands to local memory and
// multiplies them there. The loop over the tile has a constant trip count and asks to be unrolled fully; the loop over
// the tiles holds two barriers, and its trip count is the same for the whole group, which a reader sees and a
// compiler must prove.
//
// Idea: the tiled matrix product in NVIDIA's OpenCL programming guide.

//@ run kernel=matrix_product sizes=16,32,48 global=16x16 local=16x16
//@ run kernel=matrix_product_blocked sizes=16,32,48 global=16x4 local=16x4

#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matrix_product(__global const float *a, __global const float *b, __global float *c, int n)
{
    __local float tile_a[TILE][TILE];
    __local float tile_b[TILE][TILE];

    const int column = get_global_id(0), row = get_global_id(1);
    const int x = get_local_id(0), y = get_local_id(1);

    float sum = 0.0f;
    #pragma unroll 2
    for (int start = 0; start < n; start += TILE) {
        tile_a[y][x] = a[row * n + start + x];
        tile_b[y][x] = b[(start + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int k = 0; k < TILE; k++)
            sum += tile_a[y][k] * tile_b[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}

// A register block of four rows to a work-item: nests of full unrolls over a private array, which only leaves the
// memory for registers once every index is a constant.
#define ROWS 4

__kernel __attribute__((reqd_work_group_size(TILE, TILE / ROWS, 1)))
void matrix_product_blocked(__global const float *a, __global const float *b, __global float *c, int n)
{
    __local float tile_a[TILE][TILE];
    __local float tile_b[TILE][TILE];

    const int column = get_group_id(0) * TILE + get_local_id(0);
    const int first_row = get_group_id(1) * TILE;
    const int x = get_local_id(0), y = get_local_id(1);

    float sums[ROWS];
    #pragma unroll
    for (int r = 0; r < ROWS; r++)
        sums[r] = 0.0f;

    for (int start = 0; start < n; start += TILE) {
        #pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const int line = y + r * (TILE / ROWS);
            tile_a[line][x] = a[(first_row + line) * n + start + x];
            tile_b[line][x] = b[(start + line) * n + column];
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll 8
        for (int k = 0; k < TILE; k++) {
            const float right = tile_b[k][x];
            #pragma unroll
            for (int r = 0; r < ROWS; r++)
                sums[r] += tile_a[y + r * (TILE / ROWS)][k] * right;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    #pragma unroll
    for (int r = 0; r < ROWS; r++)
        c[(first_row + y + r * (TILE / ROWS)) * n + column] = sums[r];
}
