// The parenthesis that ends a header comes out of a macro. Whether it is written out must not rest on what stands behind the loop.

//@ run sizes=0,1,2,5,9

#define NEXT_OF(i) i++)
#define FROM_NONE (int i = 0;

__kernel void alone(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < n; NEXT_OF(j) hash = hash * 31 + in[j];
    out[get_global_id(0)] = hash;
}

__kernel void nested(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        #pragma unroll 4
        for (int j = 0; j < n; NEXT_OF(j) hash = hash * 31 + in[j];
    #pragma unroll 3
    for FROM_NONE i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
