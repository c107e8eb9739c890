// A template gets the variable.
template <const auto &text> struct Source { static std::string code() { return text; } };
static constexpr char kernel[] = R"(__kernel void k(__global int *a, __global const int *b) {
    int s = 0;
    for (int j = 0; j < 3; j++) {
        #pragma unroll
        for (int i = 0; i < 4; i++) {
            s += b[i] * (j + 1);
        }
    }
    a[0] = s;
}
)";
std::string code() { return Source<kernel>::code(); }
