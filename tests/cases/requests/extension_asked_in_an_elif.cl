// The code asks for the extension in an `#elif` after a branch that is never taken.
//@ option --provide-extension
#if defined(X) && 0
#elif \
    defined(cl_nv_pragma_unroll)
#define Q 2
#else
#define Q 3
#endif
__kernel void k(__global int *out, int n) {
    int s = 0;
    #pragma unroll
    for (int i = 0; i < Q; i++) { s += i; }
    out[0] = s + 100 * Q;
}
