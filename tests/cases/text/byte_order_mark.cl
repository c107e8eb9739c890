// A byte-order mark in front, and UTF-8 in a comment: µs, ∑.

__kernel void marked(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4 // ∑
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + in[i]; // µ
    }
    out[get_global_id(0)] = hash;
}
