// A nine-point stencil as a nest of three loops over a private window: the kind of kernel where full unrolling is not
// a matter of taste, since a private array indexed by a loop variable lies in memory until the index is a constant.
//
// Idea: the stencil benchmarks (Parboil, Rodinia's hotspot).

//@ run sizes=1,2,3,4,5 global=8x8 local=4x4

#define RADIUS 1
#define WINDOW (2 * RADIUS + 1)

__kernel void smooth(__global const float *in, __global float *out, int steps)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const int width = get_global_size(0) + 2 * RADIUS;
    float window[WINDOW][WINDOW];

    #pragma unroll
    for (int row = 0; row < WINDOW; row++)
        #pragma unroll
        for (int column = 0; column < WINDOW; column++)
            window[row][column] = in[(y + row) * width + x + column];

    for (int step = 0; step < steps; step++) {
        float sum = 0.0f;
        #pragma unroll
        for (int row = 0; row < WINDOW; row++) {
            #pragma unroll
            for (int column = 0; column < WINDOW; column++)
                sum += window[row][column];
        }
        window[RADIUS][RADIUS] = sum / (float)(WINDOW * WINDOW);
    }
    out[y * (int)get_global_size(0) + x] = window[RADIUS][RADIUS];
}
