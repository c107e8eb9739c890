// Parentheses with nothing in them.
//
// Idea: a slip of the pen.

//@ expect CLU006

__kernel void sum(__global const float *in, __global float *out, int n, int x)
{
    float total = 0.0f;
    #pragma unroll()
    for (int i = 0; i < n; i++)
        total += in[i];
    out[get_global_id(0)] = total + x;
}
