// A polynomial evaluated over its coefficients by Horner's rule: straight into global memory, and with private
// variables. The first stores in every iteration, so unrolling alone buys it little; the second shows what the same
// request is worth once the sum lives in a register.
//
// Idea: Intel's OpenCL optimisation guide, "accumulate in a private variable and write it once".

//@ run sizes=0,1,3,4,5,7,8,9,31,64,509

#define DEGREE 8

__kernel void polynomial_global(__global const float *coefficients, __global const float *x, __global float *y, int n)
{
    int id = get_global_id(0);
    y[id] = 0.0f;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        y[id] = y[id] * x[id] + coefficients[i];
}

__kernel void polynomial_private(__global const float *coefficients, __global const float *x, __global float *y, int n)
{
    int id = get_global_id(0);
    float at = x[id];
    float sum = 0.0f;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        sum = sum * at + coefficients[i];
    y[id] = sum;
}

// The host pads the coefficients to a multiple of four, and the author promises so: nothing remains behind the main loop.
__kernel void polynomial_padded(__global const float *coefficients, __global const float *x, __global float *y, int n)
{
    int id = get_global_id(0);
    const int padded = n & ~3;
    float at = x[id];
    float sum = 0.0f;
    #pragma clunroll exact
    #pragma unroll 4
    for (int i = 0; i < padded; i++)
        sum = sum * at + coefficients[i];
    y[id] = sum;
}

// Four points to a work-item and a degree known to the compiler: no loop is left, and no test.
__kernel void polynomial_fixed(__constant float *coefficients, __global const float4 *x, __global float4 *y)
{
    int id = get_global_id(0);
    float4 at = x[id];
    float4 sum = (float4)(coefficients[DEGREE]);
    #pragma unroll
    for (int i = DEGREE - 1; i >= 0; i--)
        sum = sum * at + coefficients[i];
    y[id] = sum;
}

// The powers one after the other, each term in its own variable of the body.
__kernel void polynomial_powers(__global const float *coefficients, __global const float *x, __global float *y, int n)
{
    int id = get_global_id(0);
    float sum = 0.0f, power = 1.0f;
    #pragma unroll 3
    for (int i = 0; i < n; ++i) {
        float term = coefficients[i] * power;
        sum += term;
        power *= x[id];
    }
    y[id] = sum;
}
