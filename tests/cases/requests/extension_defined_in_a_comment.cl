// A comment that shows the definition of the extension does not define it.
//@ option --provide-extension
// Write #define cl_nv_pragma_unroll yourself where the compiler lacks it.
#ifdef cl_nv_pragma_unroll
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
