// The code asks for the extension in the body of a loop that is unrolled.
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
