// Asked in a loop that is written out.
//@ option --provide-extension
__kernel void k(__global int *out, int n) {
    int s = 0;
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        s += i;
#ifdef cl_nv_pragma_unroll
        s += 2;
#endif
    }
    out[0] = s;
}
