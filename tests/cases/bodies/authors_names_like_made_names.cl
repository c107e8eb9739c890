// Variables of the author's own with the names that clunroll makes.

//@ run sizes=0,1,2,3,4,5,9

#define k_end 3

__kernel void names(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i_end = 5, i_base = 7, j_end_1 = 11;
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + i_end + i_base + i;
    #pragma unroll 4
    for (int i_end = 0; i_end < n; i_end++) hash = hash * 31 + i_end;
    #pragma unroll 4
    for (int i = 0; i < i_base; i++) hash = hash * 31 + i;
    #pragma unroll 4
    for (int i = 0; i < i_end; i++) hash = hash * 31 + i;
    #pragma unroll 4
    for (int k = 0; k < n; k++) hash = hash * 31 + k_end + k;
    #pragma unroll 4
    for (int j = 0; j < n; j++) { int j_end = 2, j_base = 3; hash = hash * 31 + j_end * j_base + j + j_end_1; }
    #pragma unroll 2
    for (int i_base = i_end; i_base < n; i_base++) {
        #pragma unroll 2
        for (int i = 0; i < i_base; i++) hash = hash * 31 + i + i_base;
    }
    out[get_global_id(0)] = hash;
}
