// The loop needs an `#if`.
//@ finds CLU215
#define STRINGIFY(...) #__VA_ARGS__
#include <string.h>
static const char *common = "#define N 4\n";
static const char *source = STRINGIFY(
__kernel void k(__global int *a, __global const int *b) {
    int s = 0;
    for (int j = 0; j < 3; j++) {
        _Pragma("unroll")
        for (int i = 0; i < N; i++) {
            s += b[i] * (j + 1);
        }
    }
    a[0] = s;
}
);
static char all[4000];
const char *code(void) {
    strcpy(all, common);
    return strcat(all, source);
}
