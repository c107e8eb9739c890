// Two literals are arguments of one call.
//@ finds CLU215
static std::string both(const std::string &one, const std::string &other) { return one + other; }
std::string code() { return both("#define SKIP(c) if (c) break\n", R"(__kernel void k(__global int *a, __global const int *b) {
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
)"); }
