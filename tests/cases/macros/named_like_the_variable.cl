// A macro that bears the name of the loop's variable, where it is defined and where it is defined only later.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9

__kernel void before_its_definition(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

#define i index

__kernel void defined(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[index];
    #pragma unroll
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[index];
    out[get_global_id(0)] = hash;
}

#undef i

__kernel void not_any_more(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
