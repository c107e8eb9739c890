// The literal before the raw string is in a file that the statement includes.
//@ finds CLU215
std::string code() {
    return
#include "literal.inc"
R"(__kernel void k(__global int *a, __global const int *b) {
    int s = 0;
    for (int j = 0; j < 3; j++) {
        #pragma unroll
        for (int i = 0; i < 4; i++) {
            SKIP(b[i] < 0);
            s += b[i] * (j + 1);
        }
    }
    a[0] = s;
}
)";
}
