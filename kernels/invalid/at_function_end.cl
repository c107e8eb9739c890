// A pragma with nothing behind it.
//
// Idea: a slip of the pen.

//@ expect CLU003

__kernel void sum(__global float *out, int n)
{
    for (int i = 0; i < 4; i++)
        out[i] = n;
    #pragma unroll 4
}
