// Steps that the host decides: a macro, a variable with its value, the size of a work-group.

//@ run sizes=0,1,3,4,5,16,17,64
//@ build -DWG=4
//@ build -DWG=3
//@ build -DWG=5&7

#ifndef WG
#define WG 4
#endif

__kernel void by_a_macro(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = get_local_id(0); i < n; i += WG) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void by_a_variable(__global int *out, int n)
{
    const int step = WG;
    uint hash = 1;
    #pragma unroll 4
    for (int i = get_local_id(0); i < n; i += step) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void down(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = n; i > 0; i -= 2 * WG) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}
