// Pragmas that are no request of this extension pass through: other words, other spellings, other compilers'.

//@ expect CLU110 CLU110
//@ run sizes=0,1,3,4,5,9

#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable
#pragma OPENCL EXTENSION cl_nv_pragma_unroll : enable
#pragma OPENCL FP_CONTRACT OFF
#pragma once_upon_a_time
#pragma

__kernel void others(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unrol 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma Unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma ivdep
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma nounroll
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma vendor unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
