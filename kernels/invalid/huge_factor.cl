// A factor of more than 31 bits.
//
// Idea: the limits that compilers give.

//@ expect CLU005

__kernel void sum(__global const float *in, __global float *out, int n, int x)
{
    float total = 0.0f;
    #pragma unroll 4294967296
    for (int i = 0; i < n; i++)
        total += in[i];
    out[get_global_id(0)] = total + x;
}
