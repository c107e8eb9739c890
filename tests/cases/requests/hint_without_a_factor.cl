// A hint without a factor: all iterations where their number is known, else the compiler's choice, and never a warning.

//@ option --checked
//@ run sizes=0,1,3,4,5,9

__kernel void hints(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    __attribute__((opencl_unroll_hint))
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma clang loop unroll(enable)
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    __attribute__((opencl_unroll_hint))
    for (int i = 0; i < 3; i++) {
        __attribute__((opencl_unroll_hint))
        for (int j = 0; j < i; j++) hash = hash * 31 + in[j];
        __attribute__((opencl_unroll_hint))
        for (int j = i; j < n; j++) hash = hash * 31 + in[j];
    }
    __attribute__((opencl_unroll_hint))
    for (int i = 0; i < 2000; i++) { hash += 3; }
    int k = 0;
    __attribute__((opencl_unroll_hint(4)))
    do { hash = hash * 31 + in[k]; } while (++k < n);
    __attribute__((opencl_unroll_hint))
    while (k > 0) hash = hash * 31 + in[--k];
    __attribute__((opencl_unroll_hint))
    for (int i = 0; i < 0; i++) hash++;
    out[get_global_id(0)] = hash;
}
