// A suffix of the host is between two literals.
//@ finds CLU215
static std::string operator""_cl(const char *text, size_t) { return std::string("#define SKIP(c) if (c) break\n") + text; }
std::string code() { return R"(__kernel void k(__global int *a, __global const int *b) {
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
)"_cl R"( )"; }
