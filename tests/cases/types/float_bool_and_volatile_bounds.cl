// What cannot be counted, and keeps its own test: a float bound, a bool variable, a volatile bound; a volatile variable is left.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,17

__kernel void uncounted(__global int *out, int n, float f)
{
    uint hash = 1;
    float limit = n * 0.75f;
    volatile int wobbly = n;
    #pragma unroll 4
    for (int i = 0; i < limit; i++) hash = hash * 31 + i;
    #pragma unroll 4
    for (float x = 0.0f; x < limit; x += 0.5f) hash = hash * 31 + (int)x;
    #pragma unroll
    for (bool b = false; b < true; b++) hash = hash * 31 + b;
    #pragma unroll 4
    for (volatile int i = 0; i < n; i++) hash = hash * 31 + i;
    #pragma unroll 4
    for (int i = 0; i < wobbly; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < 3.5f; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}
