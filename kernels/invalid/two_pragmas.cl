// Two pragmas that are live on one loop.
//
// Idea: clang's own check.

//@ expect CLU007

__kernel void sum(__global const float *in, __global float *out, int n, int x)
{
    float total = 0.0f;
    #pragma unroll 4
    #pragma unroll 8
    for (int i = 0; i < n; i++)
        total += in[i];
    out[get_global_id(0)] = total + x;
}
