// A pragma that a declaration parts from its loop.
//
// Idea: a slip of the pen.

//@ expect CLU003

__kernel void sum(__global const float *in, __global float *out, int n)
{
    #pragma unroll 4
    float total = 0.0f;
    for (int i = 0; i < n; i++)
        total += in[i];
    out[get_global_id(0)] = total;
}
