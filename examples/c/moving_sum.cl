// Each item becomes the sum of TAPS items from it on. The host says how many these are, when it builds the program.
__kernel void moving_sum(__global const int *in, __global int *out)
{
    int item = get_global_id(0);
    int sum = 0;
    #pragma unroll
    for (int tap = 0; tap < TAPS; tap++)
        sum += in[item + tap];
    out[item] = sum;
}
