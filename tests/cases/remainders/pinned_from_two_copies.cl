//@ option --pin-from=2
// A main loop of two copies asks the compiler not to unroll it further, if the option says so.
__kernel void two(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum += in[i];
    out[get_global_id(0)] = sum;
}
