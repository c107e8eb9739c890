// A macro in the argument is expanded.
//@ finds CLU215
#define STRINGIFY(...) #__VA_ARGS__
#define CL(...) STRINGIFY(__VA_ARGS__)
#define add s = b[0]; s = 1; if (j == 1) break; s
static const char *source = CL(
__kernel void k(__global int *a, __global const int *b) {
    int s = 0;
    for (int j = 0; j < 3; j++) {
        _Pragma("unroll 2")
        for (int i = 0; i < 4; i++) {
            add += b[i] * (j + 1);
        }
    }
    a[0] = s;
}
);
const char *code(void) { return source; }
