// A directive in the argument is not a part of the string.
//@ finds CLU215
#define STRINGIFY(x) #x
static const char *source = "__kernel void k(__global int *a, __global const int *b) { a[0] = b[0]; }\n";
#if 0
#define CL(...) #__VA_ARGS__
const char *other = STRINGIFY(__kernel void f(__global int *a) {
#pragma unroll
for (int i = 0; i < 4; i++) a[i] = i; });
#endif
const char *code(void) { return source; }
