//@ option --max-copies=8
//@ run sizes=0,1,3,4,5,9
// The copies of what remains count, too: a main loop by 4 and three copies behind it are 7, one by 8 and seven behind it 15.

__kernel void limits(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma clunroll remainder(nested)
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        hash = hash * 31 + in[i];
    #pragma clunroll remainder(nested)
    #pragma unroll 8
    for (int i = 0; i < n; i++)
        hash = hash * 31 + in[i];
    #pragma clunroll remainder(switch)
    #pragma unroll 5
    for (int i = 0; i < n; i++)
        hash = hash * 31 + in[i];
    #pragma unroll 8
    for (int i = 0; i < n; i++)
        hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
