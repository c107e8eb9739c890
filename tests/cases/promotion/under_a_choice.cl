// Arrays that become scalars under the condition of the loops that use them.
//@ warns -Wunused-but-set-variable conditions decide on its uses
//@ warns -Warray-bounds with -DN=8 an index of the author is past the end, and clang sees that in a copy

//@ build
//@ build -DN=3
//@ build -DN=5
//@ build -DN=8
//@ build -DN=(2+2)
//@ build -DN=2+2
//@ build -DM=3
//@ build -DM=1+1 -DEXTRA
//@ build -DN=4u -DM=2u
//@ run sizes=16 global=1 local=1

#ifndef N
#define N 4
#endif
#ifndef M
#define M 2
#endif
#define LENGTH (N * M)
#define AT(i) sums[i]
#define LAST sums[N - 1]

__kernel void length_of_the_host(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[N];
    #pragma unroll
    for (int i = 0; i < N; i++)
        sums[i] = i;
    for (int k = 0; k < 3; k++) {
        #pragma unroll
        for (int i = 0; i < N; i++)
            sums[i] += in[k + i];
    }
    out[8] = sums[N - 1];
    #pragma unroll
    for (int i = 0; i < N; i++) out[i] = sums[i];
    out[9] = N;
}

__kernel void length_of_the_author(__global const int *in, __global int *out)
{
    int before = in[0];
    #pragma promote_to_registers
    int sums[8] = { 1, 2, 3 };
    int between = in[1];
    #pragma unroll
    for (int i = 0; i < N; i++) sums[i] += in[i] * before;
#ifdef EXTRA
    sums[1] += between;
#else
    sums[2] -= between;
#endif
    #pragma unroll
    for (int i = 0; i < 8; i++) out[i] = sums[i];
    out[9] = before;
}

__kernel void two_arrays(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int rows[M], columns[N];
    #pragma promote_to_registers
    int tile[M][N];
    #pragma unroll
    for (int r = 0; r < M; r++) rows[r] = in[r];
    #pragma unroll
    for (int c = 0; c < N; c++) columns[c] = in[c + 2];
    #pragma unroll
    for (int r = 0; r < M; r++) {
        #pragma unroll
        for (int c = 0; c < N; c++)
            tile[r][c] = rows[r] * columns[c];
    }
    int sum = 0;
    #pragma unroll
    for (int c = 0; c < N; c++) sum += tile[0][c] + tile[M - 1][c];
    out[0] = sum;
}

__kernel void one_inside_another(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int total[N] = { 0 };
    for (int k = 0; k < 4; k++) {
        #pragma promote_to_registers
        int part[N];
        #pragma unroll
        for (int i = 0; i < N; i++) part[i] = in[k + i];
        #pragma unroll
        for (int i = 0; i < N; i++) total[0] += part[i] * k;
    }
    out[0] = total[0];
}

__kernel void declared_in_the_loop(__global const int *in, __global int *out)
{
    #pragma unroll
    for (int i = 0; i < N; i++) {
        #pragma promote_to_registers
        int pair[2];
        pair[0] = in[i];
        pair[1] = in[i + 1];
        out[i] = pair[0] * 3 + pair[1];
    }
}

__kernel void through_macros(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[LENGTH];
    #pragma unroll
    for (int i = 0; i < LENGTH; i++) AT(i) = in[i];
    #pragma unroll
    for (int i = 1; i < LENGTH; i++) AT(0) += AT(i);
    out[0] = AT(0) + LAST;
}

__kernel void request_as_operator(__global const int *in, __global int *out)
{
    _Pragma("promote_to_registers") int sums[N];
    #pragma unroll
    for (int i = 0; i < N; i++) sums[i] = in[i];
    #pragma unroll
    for (int i = 0; i < N; i++) out[i] = sums[i];
}

// Left: a directive in the stretch changes a macro.
__kernel void changed_macro(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[8];
    #pragma unroll
    for (int i = 0; i < 8; i++) sums[i] = 1;
#define SCALE 2
    #pragma unroll
    for (int i = 0; i < N; i++) sums[i] += in[i] * SCALE;
    out[0] = sums[0] + sums[3];
#undef SCALE
}

// Left: no loop pins the macro, which may stand for a value of the run.
__kernel void pinned_by_no_loop(__global const int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    int sums[8] = { 1, 2, 3 };
    sums[M] += in[0];
    #pragma unroll
    for (int i = 0; i < N; i++) sums[i] += in[i];
    out[0] = sums[0] + sums[2];
}

// Left: one loop is counted at run time.
__kernel void index_at_run_time(__global const int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    int sums[N];
    #pragma unroll
    for (int i = 0; i < N; i++) sums[i] = in[i];
    for (int i = 0; i < N && i < n; i++) sums[i] += 1;
    out[0] = sums[0];
}

// The index has a macro without parentheses: each index is pinned, with the values of the variables.
__kernel void index_of_the_host(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[N * M];
    #pragma unroll
    for (int r = 0; r < M; r++) {
        #pragma unroll
        for (int c = 0; c < N; c++) sums[r * N + c] = in[r + c];
    }
    out[0] = sums[0];
}

// With `2+2` for the macro, the elements are others.
__kernel void index_cut_in_two(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[18] = { 0 };
    #pragma unroll
    for (int c = 0; c < N; c++) {
        sums[1 * N + 1] += in[c];
        sums[2 * N + 1] -= c;
    }
    out[0] = sums[3]; out[1] = sums[4]; out[2] = sums[5]; out[3] = sums[7]; out[4] = sums[9];
}

// In parentheses, the macro is pinned once for all indices.
#define COLUMNS (N / 2)
__kernel void index_in_parentheses(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[(M) * COLUMNS];
    #pragma unroll
    for (int r = 0; r < M; r++) {
        #pragma unroll
        for (int c = 0; c < COLUMNS; c++) sums[r * COLUMNS + c] = in[r + c];
    }
    for (int k = 0; k < M; k++) {
        #pragma unroll
        for (int i = 0; i < (M) * COLUMNS; i++) out[i] = sums[i] + k;
    }
}

// Left: what is written for the unsigned variable would be signed.
__kernel void index_of_another_type(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[8];
    #pragma unroll
    for (uint i = 0; i < 2; i++) sums[i * N] = in[i];
    #pragma unroll
    for (int i = 0; i < N; i++) out[i] = in[i];
    out[0] = sums[0] + sums[4];
}

// The request does not begin its line, and neither does what follows the last use.
__kernel void on_one_line(__global const int *in, __global int *out)
{
    int x = in[0]; _Pragma("promote_to_registers") int sums[N];
    #pragma unroll
    for (int i = 0; i < N; i++) sums[i] = in[i] + x;
    out[0] = sums[0]; out[1] = x; /* and
    more */ out[2] = 5;
}

__kernel void more_on_the_last_line(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[N];
    #pragma unroll
    for (int i = 0; i < N; i++) sums[i] = in[i];
    if (in[0] > 2) { out[0] = sums[0]; } else { out[0] = sums[1]; } out[1] = 7; // the end
    out[2] = 5;
}

// The last use is in a loop that never runs for the known value.
__kernel void never_run(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[8] = { 0 };
    #pragma unroll
    for (int i = 0; i < N; i++) sums[i] = in[i];
    out[0] = sums[0];
    #pragma unroll
    for (int i = 4; i < N; i++) out[i] = sums[i];
}

// For the known value, the inner loop vanishes, and with it the last use.
__kernel void vanishing_use(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[16] = { 0 };
    sums[5] = in[5];
    sums[6] = in[6];
    out[0] = sums[5] + sums[6];
    #pragma unroll
    for (int i = 0; i < N; i++) {
        out[i + 1] = in[i];
        #pragma unroll
        for (int j = 4; j < i; j++) out[j] += sums[j];
    }
}

// A name of its own in another scope.
__kernel void shadowed(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[N];
    #pragma unroll
    for (int i = 0; i < N; i++) sums[i] = in[i];
    out[0] = sums[1];
    {
        int sums = 5;
        #pragma unroll
        for (int i = 0; i < N; i++) out[i + 1] = sums + i;
    }
}

// The condition of the author is around a loop of a choice.
__kernel void in_a_condition(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[N];
    #pragma unroll
    for (int i = 0; i < N; i++) sums[i] = in[i];
#ifdef EXTRA
    #pragma unroll
    for (int i = 0; i < M; i++) sums[i] *= 2;
#endif
    out[0] = sums[0] + sums[1];
}

// Two loops that a condition chooses between.
__kernel void chosen_loops(__global const int *in, __global int *out)
{
    #pragma promote_to_registers
    int sums[N];
    #pragma unroll
    for (int i = 0; i < N; i++) sums[i] = 0;
    #pragma unroll
#ifdef EXTRA
    for (int i = 0; i < N; i++)
#else
    for (int i = 0; i < M; i++)
#endif
        sums[i] = in[i];
    out[0] = sums[0] + sums[1];
}
