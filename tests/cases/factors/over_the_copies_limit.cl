// As many copies as the limit allows, one more, and factors far beyond it: what is over the limit is left as written,
// with the numbers in the note.

//@ norun clang takes each factor at its word, and PoCL needs minutes to build the original

__kernel void many(__global const int *in, __global int *out, int n)
{
    uint hash = n;
    #pragma unroll
    for (int i = 0; i < 1025; i++) hash = hash * 31 + in[i];
    #pragma unroll 1024
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 1025
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 1000000
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 1000000
    for (int i = 0; i < 5; i++) hash = hash * 31 + in[i];
    #pragma unroll
    for (int i = 0; i < 32; i++) {
        #pragma unroll
        for (int j = 0; j < 33; j++) hash = hash * 31 + in[i + j];
    }
    out[get_global_id(0)] = hash;
}
