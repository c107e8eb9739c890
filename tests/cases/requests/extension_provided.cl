// The code asks for the extension, and the compiler lacks it: clunroll provides it.
//@ option --provide-extension
//@ run sizes=0,1,3,4,5,9

#if defined(cl_nv_pragma_unroll) && !defined(PLAIN)
#pragma OPENCL EXTENSION cl_nv_pragma_unroll : enable
#define STEP 2
#else
#define STEP 3
#endif

__kernel void asks(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
#ifdef cl_nv_pragma_unroll
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
#else
    for (int i = 0; i < n; i++) hash = hash * 37 + in[i];
#endif
#ifdef cl_nv_pragma_unroll
    #pragma unroll
#endif
    for (int i = 0; i < 4; i += STEP) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
