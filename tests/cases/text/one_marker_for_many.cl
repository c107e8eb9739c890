// Where a function keeps many requests, the first has a marker that counts for all of them; few of them have one each.

//@ expect CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102
//@ build -DCOUNT=3

#ifndef COUNT
#define COUNT 2
#endif
#define EACH _Pragma("unroll") for (int e = 0; e < n; e++)

__kernel void many(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < 4; i++) sum += in[i];
    #pragma unroll
    for (int i = 0; i < n; i++) sum += in[i];
    #pragma unroll 1
    for (int i = 0; i < n; i++) sum += in[i];
    _Pragma("unroll") for (int i = 0; i < n; i++) sum += 2 * in[i];
    #pragma unroll
    for (int i = 0; i < COUNT; i++) sum += 3 * in[i];
    __attribute__((opencl_unroll_hint)) for (int i = 0; i < n; i++) sum += 4 * in[i];
    EACH sum += 5 * in[e];
    #pragma promote_to_registers
    int own[2];
    own[n & 1] = sum;
    own[1 - (n & 1)] = 2;
    #pragma unroll
    for (int i = 0; i < n; i++) sum += own[i & 1];
    out[get_global_id(0)] = sum;
}

__kernel void few(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < n; i++) sum += in[i];
    #pragma unroll
    for (int i = 0; i < n; i++) sum -= in[i + 1];
    out[get_global_id(0)] = sum;
}

// A brace at the margin ends what a marker counts for.
__kernel void at_the_margin(__global const int *in, __global int *out, int n)
{
int sum = 0;
if (n > 1) {
#pragma unroll
for (int i = 0; i < n; i++) sum += in[i];
#pragma unroll
for (int i = 0; i < n; i++) sum -= in[i + 1];
#pragma unroll
for (int i = 0; i < n; i++) sum += in[i + 2];
#pragma unroll
for (int i = 0; i < n; i++) sum -= in[i + 3];
}
#pragma unroll
for (int i = 0; i < n; i++) sum += in[i + 4];
out[get_global_id(0)] = sum;
}
