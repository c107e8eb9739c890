// Loads that run first by a promise. Within one iteration, a promise is no evidence.

//@ option --loads-first=promised
//@ option --trust-ivdep
//@ run sizes=0,1,2,3,5,8,17

__kernel void in_another_order(__global const int *a, __global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma clunroll independent
    #pragma unroll 4
    for (int i = 0; i < 16; i++)
        own[i ^ 1] = own[i ^ 1] * 3 + a[i] * own[32 + i];
}

__kernel void ivdep(__global const int *a, __global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma ivdep
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        own[i & 31] = a[i] * 3 + own[32];
}

__kernel void stored_before_in_the_same_iteration(__global const int *a, __global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma clunroll independent
    #pragma unroll 4
    for (int i = 0; i < 16; i++) {
        own[i ^ 1] = i;
        own[32 + i] = own[(i * 3 - i * 2) ^ 1] + a[i];
    }
}
