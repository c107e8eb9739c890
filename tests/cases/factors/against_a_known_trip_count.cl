// A known trip count and a factor: a multiple, a remainder, the trip count itself, more than there is, one.

//@ run sizes=0,5

__kernel void known(__global const int *in, __global int *out, int n)
{
    uint hash = n;
    #pragma unroll 4
    for (int i = 0; i < 8; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < 11; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < 4; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < 5; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < 1; i++) hash = hash * 31 + in[i];
    #pragma unroll 1
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    #pragma unroll 3
    for (uint i = 10; i > 1; i -= 2) hash = hash * 31 + in[i];
    #pragma unroll 7
    for (int i = -9; i < 100; i += 5) hash = hash * 31 + in[i & 15];
    out[get_global_id(0)] = hash;
}
