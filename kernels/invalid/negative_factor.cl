// A negative factor.
//
// Idea: the invalid examples in the text of cl_nv_pragma_unroll.

//@ expect CLU001

__kernel void sum(__global const float *in, __global float *out, int n, int x)
{
    float total = 0.0f;
    #pragma unroll -4
    for (int i = 0; i < n; i++)
        total += in[i];
    out[get_global_id(0)] = total + x;
}
