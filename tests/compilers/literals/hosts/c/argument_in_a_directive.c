// The literal before the argument has no line end.
//@ finds CLU215
#define STRINGIFY(...) #__VA_ARGS__
static const char *source = "#define N " STRINGIFY(
4 __kernel void f(__global int *a) { _Pragma("unroll") for (int i = 0; i < 4; i++) a[i] = i; }
) "\n__kernel void k(__global int *a, __global const int *b) { a[0] = b[0]; }\n";
const char *code(void) { return source; }
