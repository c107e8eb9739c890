// A macro of the host in the argument is not expanded.
#define STRINGIFY(...) #__VA_ARGS__
#define s wrong
static const char *source = STRINGIFY(
__kernel void k(__global int *a, __global const int *b) {
    int s = 0;
    for (int j = 0; j < 3; j++) {
        _Pragma("unroll 2")
        for (int i = 0; i < 4; i++) {
            s += b[i] * (j + 1);
        }
    }
    a[0] = s;
}
);
const char *code(void) { return source; }
