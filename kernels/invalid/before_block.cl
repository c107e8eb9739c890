// A pragma before a block that holds the loop.
//
// Idea: a slip of the pen.

//@ expect CLU003

__kernel void sum(__global float *out, int n)
{
    #pragma unroll
    {
        for (int i = 0; i < 4; i++)
            out[i] = n;
    }
}
