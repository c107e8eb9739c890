// A factor that comes out negative, through a macro.
//
// Idea: the invalid examples in the text of cl_nv_pragma_unroll.

//@ expect CLU001

#define FACTOR (2 - 3)

__kernel void sum(__global const float *in, __global float *out, int n, int x)
{
    float total = 0.0f;
    #pragma unroll FACTOR
    for (int i = 0; i < n; i++)
        total += in[i];
    out[get_global_id(0)] = total + x;
}
