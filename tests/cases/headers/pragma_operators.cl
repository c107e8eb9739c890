// Pragma operators inside headers: a compiler that does not know them ignores them.

//@ run sizes=0,1,2,3,5

#ifndef WIDTH
#define WIDTH 3
#endif
#define EACH(i, n) for _Pragma("nothing known") (int i = 0; i < n; i++)

__kernel void headers(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for _Pragma("nothing known") (int i = 0; i < WIDTH; i++) hash = hash * 31 + i;
    #pragma unroll 2
    for _Pragma("nothing known") (int i = 0; i < WIDTH; i++) hash = hash * 31 + i;
    #pragma unroll 2
    for _Pragma("nothing known") (int i = 0; i < n; i++) hash = hash * 31 + i;
    #pragma unroll
    for (_Pragma("nothing known") int i = 0; i < WIDTH; i++) hash = hash * 31 + i;
    #pragma unroll
    EACH(i, WIDTH) hash = hash * 31 + i;
    #pragma unroll 2
    EACH(i, n) hash = hash * 31 + i;
    int j = 0;
    #pragma unroll 2
    while _Pragma("nothing known") (j < n) hash = hash * 31 + j++;
    #pragma unroll 2
    do hash = hash * 31 + j--; while _Pragma("nothing known") (j > 0);
    out[get_global_id(0)] = hash;
}
