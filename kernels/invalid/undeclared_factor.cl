// A factor that nothing declares; a name with small letters is taken for a variable.
//
// Idea: a slip of the pen.

//@ expect CLU002

__kernel void sum(__global const float *in, __global float *out, int n, int x)
{
    float total = 0.0f;
    #pragma unroll factor
    for (int i = 0; i < n; i++)
        total += in[i];
    out[get_global_id(0)] = total + x;
}
