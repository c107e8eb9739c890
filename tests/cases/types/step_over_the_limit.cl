// Steps so large that the variable would leave its type right after the last trip: fine as long as nobody steps once
// more than the author did.

//@ option --checked
//@ run sizes=0,1,5,2147483646,2147483647

__kernel void left_alone(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (uint i = 0; i < (uint)n; i += 0x80000000u) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void unsigned_up(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (uint i = 0; i < 3000000000u; i += 0x40000000u) hash = hash * 31 + (i >> 7);
    out[get_global_id(0)] = hash;
}

__kernel void signed_up(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 2147481000; i += 715827000) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void signed_down(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = n; i > -1000; i -= 1073741000) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void narrow_that_wraps(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (uchar i = 200; i >= 10; i -= 95) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void long_up(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (long i = -3; i < 4000000000L; i += 1500000000L) hash = hash * 31 + (uint)i;
    out[get_global_id(0)] = hash;
}

__kernel void large_but_safe(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = n; i > -1000; i -= 4000000) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}
