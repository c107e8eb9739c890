// No line ending after the last brace, and the loop right before it.

__kernel void last(__global int *out, int n)
{
    #pragma unroll
    for (int i = 0; i < 2; i++) out[i] = n; }