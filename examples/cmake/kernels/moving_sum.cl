#include "window.h"

// One work-item sums WINDOW neighbours up.
__kernel void moving_sum(__global const int *in, __global int *out)
{
    size_t at = get_global_id(0);
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < WINDOW; i++)
        sum += in[at + i];
    out[at] = sum;
}
