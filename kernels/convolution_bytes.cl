// Convolution of an image of bytes with clamped borders: the body declares variables and calls a function, the filter's
// radius is a run-time value on both sides of zero, and both loops ask to be unrolled.
//
// Idea: the image convolution samples of the GPU vendors.

//@ run sizes=0,1,2,3,4,5,8 global=16x8 local=4x4 set=width:16,height:8

uchar pixel(__global const uchar *image, int x, int y, int width, int height)
{
    return image[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)];
}

__kernel void blur(__global const uchar *in, __global uchar *out, int width, int height, int radius)
{
    const int x = get_global_id(0), y = get_global_id(1);
    uint sum = 0;
    #pragma unroll 2
    for (int dy = -radius; dy <= radius; dy++) {
        #pragma unroll 4
        for (int dx = -radius; dx <= radius; dx++) {
            int weight = radius + 1 - max(abs(dx), abs(dy));
            sum += weight * pixel(in, x + dx, y + dy, width, height);
        }
    }
    out[y * width + x] = (uchar)(sum / (uint)(radius * radius + 1));
}

// The same with a 3 x 3 filter in constant memory at file scope.
__constant int sharpen_filter[9] = { 0, -1, 0, -1, 5, -1, 0, -1, 0 };

__kernel void sharpen(__global const uchar *in, __global uchar *out, int width, int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    int sum = 0;
    #pragma unroll
    for (int dy = -1; dy <= 1; dy++) {
        #pragma unroll
        for (int dx = -1; dx <= 1; dx++)
            sum += sharpen_filter[(dy + 1) * 3 + dx + 1] * pixel(in, x + dx, y + dy, width, height);
    }
    out[y * width + x] = convert_uchar_sat(sum);
}
