// A function of each element, from one buffer to another. Nothing says that the two never overlap, so a compiler finishes each store before
// the next load. The author promises that no iteration touches what another one writes; with `--loads-first promised`, the loads of
// all copies then run first, and their latencies overlap.

//@ run sizes=0,1,7,8,16,23 global=8 local=8

__kernel void waves(__global const float *in, __global float *out, int n)
{
    const int first = get_global_id(0), stride = get_global_size(0);
    #pragma clunroll independent
    #pragma unroll 8
    for (int i = 0; i < n; i++)
        out[first + i * stride] = native_sin(in[first + i * stride]) * native_exp(in[first + i * stride]);
}
