// `#if 0` around requests, good and bad.

//@ run sizes=0,1,3,4,5,9

__kernel void dead(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
#if 0
    #pragma unroll 4
    for (int i = 0; i < n; i++) this is no C at all ( ;
#endif
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
