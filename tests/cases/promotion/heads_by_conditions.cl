// A head that conditions choose: the first token of the function is one branch's, and the other branch has uses of its own.

//@ build
//@ build -DCOLUMNS
//@ build -DCOLUMNS -DN=3
//@ build -DN=1+1
//@ run sizes=16

#ifndef N
#define N 2
#endif

#if defined(COLUMNS)
__kernel void by_columns(__global const int *in, __global int *out, int column)
#else
__kernel void by_rows(__global const int *in, __global int *out, int row, int step)
#endif
{
    #pragma promote_to_registers
    int part[N];
    #pragma unroll
    for (int i = 0; i < N; i++) {
#if defined(COLUMNS)
        part[i] = in[i + (column & 1)];
#else
        int at = i + (row & 1);
        part[i] = in[at] + (step & 3);
#endif
    }
    #pragma unroll
    for (int i = 0; i < N; i++) out[i] = part[i] * 3;
}
