// Latin-1: café, µs, ©; bytes that are no UTF-8 pass through.

__kernel void latin(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4 // à quatre
    for (int i = 0; i < n; i++) /* über */ {
        hash = hash * 31 + in[i]; // café
    }
    out[get_global_id(0)] = hash;
}
