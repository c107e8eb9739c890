// A lambda returns the raw string.
std::string code() {
    const auto source = [] { return R"(__kernel void k(__global int *a, __global const int *b) {
    int s = 0;
    for (int j = 0; j < 3; j++) {
        #pragma unroll
        for (int i = 0; i < 4; i++) {
            s += b[i] * (j + 1);
        }
    }
    a[0] = s;
}
)"; };
    return source();
}
