// A factor that is a variable: it always has this value, but it is not `const`.
//
// Idea: a slip of the pen.

//@ expect CLU002

__kernel void sum(__global const float *in, __global float *out, int n)
{
    int factor = 4;
    float total = 0.0f;
    #pragma unroll factor
    for (int i = 0; i < n; i++)
        total += in[i];
    out[get_global_id(0)] = total;
}
