// A macro of the command line that the file defines again: the value in the file counts.

//@ option -DN=8
//@ option -DM=3
//@ expect CLU116
//@ run

#define N 5
#define M 3

__kernel void sums(__global const int *in, __global int *out)
{
    int s = 0;
    #pragma unroll
    for (int i = 0; i < N; i++)
        s = s * 3 + in[i];
    #pragma unroll M
    for (int i = 0; i < 9; i++)
        s = s * 5 + in[i];
    out[get_global_id(0)] = s;
}
