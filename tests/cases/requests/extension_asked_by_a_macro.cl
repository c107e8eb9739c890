// The code asks for the extension through a macro.
//@ option --provide-extension
#define HAS_UNROLL defined(cl_nv_pragma_unroll)
#if HAS_UNROLL
#define N 4
#else
#define N 3
#endif
__kernel void k(__global int *out, int n) {
    int s = 0;
    #pragma unroll
    for (int i = 0; i < N; i++) { s += i; }
    out[0] = s + 100 * N;
}
