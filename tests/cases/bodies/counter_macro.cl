// `__COUNTER__` gives another number in each copy.

//@ run sizes=0,1,3,4,5,9

__kernel void counters(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + __COUNTER__;
    #pragma unroll
    for (int i = 0; i < 3; i++) hash = hash * 31 + __COUNTER__ * i;
    hash = hash * 31 + __COUNTER__;
    out[get_global_id(0)] = hash;
}
