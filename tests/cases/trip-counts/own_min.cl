// A name that the file defines is not a built-in function.

//@ run sizes=0,1,5

#define min(a, b) ((a) + (b))
#ifdef OTHER
#define max(a, b) ((a) * (b))
#endif
//@ build -DOTHER

__kernel void own(__global const int *in, __global int *out, int n)
{
    int hash = 1;
    #pragma unroll
    for (int i = 0; i < min(3, 4); i++) hash = hash * 31 + in[i];
    #pragma unroll 2
    for (int i = 0; i < max(2, 3); i++) hash = hash * 31 + in[i];
    out[0] = hash;
}
