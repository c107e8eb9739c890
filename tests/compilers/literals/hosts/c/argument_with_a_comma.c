// The macro has one parameter, and the copies have commas outside of parentheses.
#define CL(code) #code
static const char *source = CL(
__kernel void k(__global int *a, __global const int *b) {
    int s = 0; int t[2]; t[0] = t[1] = 0;
    for (int j = 0; j < 3; j++) {
        _Pragma("unroll 2")
        for (int i = 0; i < t[0] + 4; i++) {
            s += b[i] * (j + 1);
        }
    }
    a[0] = s;
}
);
const char *code(void) { return source; }
