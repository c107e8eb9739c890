// The macro has one parameter, and all commas are in parentheses.
#define CL(code) #code
static const char *source = CL(
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
