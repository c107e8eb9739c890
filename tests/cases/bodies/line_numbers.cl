// `__LINE__` says another number once lines are added or taken away.

//@ run sizes=0,1,3,4,5,9

__kernel void lines(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + __LINE__;
    }
    #pragma unroll
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    hash += __LINE__;
    out[get_global_id(0)] = hash;
}
