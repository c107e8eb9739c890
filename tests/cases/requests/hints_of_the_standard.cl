// `__attribute__((opencl_unroll_hint))` is the standard's own spelling: with a factor a request, without one the compiler's
// choice.

//@ run sizes=0,1,3,4,5,9

__kernel void hints(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    __attribute__((opencl_unroll_hint(4)))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    __attribute__((opencl_unroll_hint))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
