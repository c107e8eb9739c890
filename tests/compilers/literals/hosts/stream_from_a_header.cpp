// A string from a header is written to a stream.
//@ finds CLU215
#include "common.h"
std::string code() {
    std::ostringstream all;
    all << common();
    all << R"(__kernel void k(__global int *a, __global const int *b) {
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
    return all.str();
}
