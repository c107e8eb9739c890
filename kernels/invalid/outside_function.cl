// A pragma outside any function.
//
// Idea: a slip of the pen.

//@ expect CLU003

#pragma unroll 4
__kernel void sum(__global float *out, int n)
{
    for (int i = 0; i < 4; i++)
        out[i] = n;
}
