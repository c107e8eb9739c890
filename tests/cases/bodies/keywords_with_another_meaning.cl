// Words that clunroll writes, made to mean something else: by a macro, or by a typedef in an inner scope.

//@ run sizes=0,1,2,3,4,5,9

__kernel void hidden_by_a_typedef(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    {
        typedef uchar uint;
        #pragma unroll 4
        for (uint i = 0; i < n; i++) hash = hash * 31 + in[i];
    }
    out[get_global_id(0)] = hash;
}

#define uint unsigned char

__kernel void hidden_by_a_macro(__global const int *in, __global int *out, int n)
{
    int hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = (hash * 31 + in[i]) & 0xffff;
    out[get_global_id(0)] = hash;
}

#undef uint

__kernel void not_any_more(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (uint i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
