// A pragma before an if.
//
// Idea: the invalid examples in the text of cl_nv_pragma_unroll.

//@ expect CLU003

__kernel void clip(__global float *out, int n)
{
    #pragma unroll 4
    if (n > 4)
        out[get_global_id(0)] = 1.0f;
}
