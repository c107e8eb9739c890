// A factor, and a bound of the host's with a default: whole passes under the same `#if` as for a full request.

//@ build -DN=12
//@ build -DN=9&10
//@ build -DN=0

#ifndef N
#define N 16
#endif

__kernel void whole_passes(__global int *out)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < N; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void passes_and_copies(__global int *out)
{
    uint hash = 1;
    #pragma unroll 3
    for (uint i = 1; i <= 2 * N; i += 2) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void less_than_two_passes(__global int *out)
{
    uint hash = 1;
    #pragma unroll 12
    for (int i = 0; i < N; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void in_a_nest(__global int *out)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < N; i++) {
        #pragma unroll 4
        for (int j = 0; j < N; j++) hash = hash * 31 + i * j;
    }
    out[get_global_id(0)] = hash;
}

// No `#if` may be in an argument.
#define TWICE(text) text text
__kernel void in_an_argument(__global int *out)
{
    uint hash = 1;
    TWICE(
        _Pragma("unroll 4")
        for (int i = 0; i < N; i++) hash = hash * 31 + i;
    )
    out[get_global_id(0)] = hash;
}
