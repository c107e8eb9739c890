// What is a constant besides literals and macros: variables that never change, elements of constant arrays, sizes.

//@ option --checked
//@ expect CLU102
//@ run sizes=0,1,5 global=8 local=4

#define SIDE 3
enum { ROWS = 2, COLUMNS = ROWS + 2, };
__constant int N = 5;
constant int TWICE = 2 * ROWS;
const __constant uint SUM = ROWS + COLUMNS;
__constant const uchar SMALL = 261;
__constant int TABLE[4] = { 4, 3, SIDE - 1, };
__constant uchar OPEN[] = { 1, 2, 259, 'A' - 60, COLUMNS };
__constant float WEIGHTS[] = { 0.25f, 0.5f, 0.25f };
__constant float GRID[SIDE][COLUMNS] = { { 0.5f } };
typedef float4 real4;
typedef struct { int a; float3 b[ROWS + 1]; } Record;

__kernel void scalars(__global const int *in, __global int *out, int n)
{
    const int local_n = ROWS * 3, more = local_n + 1;
    const uint wrapped = -1;
    const short narrowed = 65539;
    int sum = n;
    #pragma unroll
    for (int i = 0; i < N; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < TWICE; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = SUM; i > 0; i--) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < SMALL; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < more; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (uint i = wrapped - 2; i < wrapped; i++) sum = sum * 3 + (int)i;
    #pragma unroll
    for (int i = 0; i < narrowed; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < COLUMNS; i += ROWS) sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}

__kernel void elements(__global const int *in, __global int *out, int n)
{
    const int steps[3] = { 2, 1 };
    __constant int pair = 2, odd[2] = { 1, 3 };
    int sum = n;
    #pragma unroll
    for (int i = 0; i < TABLE[0]; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = -1; i < TABLE[3]; i++) sum = sum * 3 + in[i + 1];
    #pragma unroll
    for (int i = 0; i < OPEN[2] + OPEN[3]; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < 6; i += steps[0]) sum = sum * 3 + in[i];
    // One row of a table for each copy.
    #pragma unroll
    for (int k = 0; k < 3; k++) {
        #pragma unroll
        for (int i = 0; i < TABLE[k] + steps[k]; i++) sum = sum * 3 + in[i + k];
    }
    #pragma unroll
    for (int i = 0; i < pair + odd[1]; i++) sum = sum * 3 + in[i];
    // Not in the table.
    #pragma unroll 2
    for (int i = 0; i < TABLE[n & 3]; i++) sum = sum * 5 + in[i];
    out[get_global_id(0)] = sum;
}

__kernel void sizes(__global const int *in, __global int *out, int n)
{
    int parts[2 * COLUMNS], squares[SIDE * SIDE][2];
    Record record;
    const uint count = sizeof(WEIGHTS) / sizeof(WEIGHTS[0]);
    int sum = n;
    #pragma unroll
    for (int i = 0; i < sizeof(int4) / sizeof(short); i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < sizeof parts / sizeof *parts; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < sizeof(squares) / sizeof(squares[0]); i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < sizeof(GRID[0]) / sizeof(float); i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (uint i = 0; i < count; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < sizeof(OPEN); i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < sizeof(record.b) / 16; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < sizeof((real4)(1.0f)) - 13; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < sizeof(float[SIDE]) / 4; i++) sum = sum * 3 + in[i];
    // A size that only the device knows.
    #pragma unroll 2
    for (int i = 0; i < n * sizeof(record) / sizeof(size_t) / 4; i++) sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}

__kernel void steps(__global const int *in, __global int *out, __global const float3 *rows, int n)
{
    const real4 vector = (real4)(1.0f);
    int sum = n;
    #pragma unroll
    for (int i = 0; i < vec_step(float4); i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < vec_step(float3); i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < vec_step(const int); i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < vec_step(real4) + 1; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < vec_step(vector) * 2; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < vec_step(vector.xy) + vec_step(vector.s3); i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < vec_step(rows[n]); i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < 3 * SIDE; i += vec_step(uchar2)) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = -2; i < (int)vec_step(vector); i++) sum = sum * 3 + in[i + 2];
    // Where its type decides, compilers differ in it: an `int` for some, a `size_t` for clang.
    #pragma unroll
    for (int i = -2; i < vec_step(vector); i++) sum = sum * 3 + in[i + 2];
    #pragma unroll
    for (int i = 1; i < vec_step(vector); i *= -2) sum = sum * 3 + in[i & 3];
    if (n > 100) {
        #pragma unroll
        for (int i = 0; i < vec_step(vector) - 5; i++) sum = sum * 3 + in[i];
    }
    #pragma unroll 2
    for (int i = 0; i < n * vec_step(vector); i++) sum = sum * 3 + in[i];
    #pragma unroll 2
    for (int i = 0; i < n * (int)vec_step(vector); i++) sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}
