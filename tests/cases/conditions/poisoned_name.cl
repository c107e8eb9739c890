// A condition names a macro that is poisoned where the loop stands, so that it cannot be asked again there.

//@ option --checked
//@ run sizes=0,1,2,5
//@ build -DW=2

#if W > 1
#define UNROLL _Pragma("unroll")
#else
#define UNROLL
#endif
#pragma GCC poison W

__kernel void uses(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNROLL
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    #pragma unroll 2
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
