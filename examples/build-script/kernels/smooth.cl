#include "include/taps.h"

// Each output is the sum of TAPS inputs, and of WIDTH times its own place.
__kernel void smooth(__global const int *in, __global int *out) {
    const int x = (int)get_global_id(0);
    int sum = 0;
    #pragma unroll
    for (int tap = 0; tap < TAPS; tap++) {
        sum += in[x + tap];
    }
    #pragma unroll
    for (int step = 0; step < WIDTH; step++) {
        sum += x;
    }
    out[x] = sum;
}
