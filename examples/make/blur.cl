#include "radius.h"

// One work-item computes the mean of the pixels around one.
__kernel void blur(__global const float *in, __global float *out, int width)
{
    int at = (get_global_id(1) + RADIUS) * width + get_global_id(0) + RADIUS;
    float sum = 0.0f;
    #pragma unroll
    for (int y = -RADIUS; y <= RADIUS; y++)
        #pragma unroll
        for (int x = -RADIUS; x <= RADIUS; x++)
            sum += in[at + y * width + x];
    out[at] = sum / ((2 * RADIUS + 1) * (2 * RADIUS + 1));
}
