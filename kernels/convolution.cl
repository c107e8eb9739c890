// Convolution of an image with a square filter whose width is known only at run time.
//
// A vendor's compiler cannot unroll the inner loop fully, and few unroll it by a factor when asked to: they would
// have to write a main loop and a remainder. clunroll writes both. The sum lives in a private variable, so that the
// copies of the body do not wait for each other's stores.
//
// Idea: the image convolution samples of the GPU vendors, and Intel's advice to accumulate in a private variable.

//@ run sizes=0,1,2,3,4,5,6,7,8,9,17 global=16x8 local=4x4 set=width:16

// One work-item computes one pixel. `in` has a border: its rows hold width + filter_width - 1 pixels.
__kernel void convolve(__global const float *in,
                       __global float *out,
                       __constant float *filter,
                       int width,
                       int filter_width)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    int in_width = width + filter_width - 1;

    float sum = 0.0f;
    for (int row = 0; row < filter_width; row++) {
        int in_row = (y + row) * in_width + x;
        int filter_row = row * filter_width;
        #pragma unroll 4
        for (int column = 0; column < filter_width; column++) {
            sum += in[in_row + column] * filter[filter_row + column];
        }
    }
    out[y * width + x] = sum;
}
