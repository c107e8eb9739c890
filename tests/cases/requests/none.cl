// Nothing to do: the output is the input.

__kernel void nothing(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
