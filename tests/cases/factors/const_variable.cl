// A `const` variable with a constant initialiser as factor. clang takes it for no constant in OpenCL C before 3.0, so
// only the rewritten text builds everywhere.


__constant int wide = 8;

__kernel void k(__global const int *in, __global int *out, int n)
{
    const int four = 4, also = four;
    uint hash = 1;
    #pragma unroll four
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll (also / 2)
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll wide
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
