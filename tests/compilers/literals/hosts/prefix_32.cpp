// Literals are of `char32_t`.
//@ finds CLU215
std::string code() {
    std::basic_string<char32_t> all = U"#define SKIP(c) if (c) break\n" UR"(__kernel void k(__global int *a, __global const int *b) {
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
    return std::string(all.begin(), all.end());
}
