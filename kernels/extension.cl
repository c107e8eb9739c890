// The valid uses of `#pragma unroll`, one kernel for each sentence of the extension: everything, by a factor, not at
// all; and the ways in which a factor may be written.
//
// Idea: the syntax and the examples in the text of cl_nv_pragma_unroll (OpenCL extension #19).

//@ run sizes=0,1,2,3,4,5,8,9,64,509

#pragma OPENCL EXTENSION cl_nv_pragma_unroll : enable

#define FACTOR 4
#define LANES  2

enum { DEPTH = 3 };

// No factor: all iterations. The trip count is a constant, so this can be done.
__kernel void everything(__global const float *in, __global float *out)
{
    size_t id = get_global_id(0);
    float sum = 0.0f;
    #pragma unroll
    for (int i = 0; i < 8; i++) {
        sum += in[id * 8 + i];
    }
    out[id] = sum;
}

// A factor: that many copies of the body in each pass, whatever n is.
__kernel void by_four(__global const float *in, __global float *out, int n)
{
    size_t id = get_global_id(0);
    float sum = 0.0f;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        sum += in[id + i];
    }
    out[id] = sum;
}

// A factor of one: the loop must stay a loop.
__kernel void not_at_all(__global const float *in, __global float *out, int n)
{
    size_t id = get_global_id(0);
    float sum = 0.0f;
    #pragma unroll 1
    for (int i = 0; i < n; i++) {
        sum += in[id + i];
    }
    out[id] = sum;
}

// A factor that is a macro.
__kernel void by_macro(__global const int *in, __global int *out, int n)
{
    size_t id = get_global_id(0);
    int sum = 0;
    #pragma unroll FACTOR
    for (int i = 0; i < n; i++)
        sum += in[id + i];
    out[id] = sum;
}

// A factor that is a constant expression, an enumerator in it.
__kernel void by_expression(__global const int *in, __global int *out, int n)
{
    size_t id = get_global_id(0);
    int sum = 0;
    #pragma unroll (FACTOR * LANES - DEPTH)
    for (int i = n; i > 0; --i)
        sum = sum * 3 + in[id + i];
    out[id] = sum;
}

// A factor that is larger than the trip count: the same as no factor.
__kernel void more_than_there_is(__global const int *in, __global int *out)
{
    size_t id = get_global_id(0);
    int sum = 0;
    #pragma unroll 16
    for (uint i = 0; i < 5u; i += 2)
        sum = sum * 3 + in[id + i];
    out[id] = sum;
}
