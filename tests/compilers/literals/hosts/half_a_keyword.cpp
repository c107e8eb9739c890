// The word `define` is in two literals.
//@ finds CLU215
static const std::string begin = "#def", end = "ine SKIP(c) if (c) break\n";
static const char *const kernel = R"(__kernel void k(__global int *a, __global const int *b) {
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
std::string code() { return begin + end + kernel; }
