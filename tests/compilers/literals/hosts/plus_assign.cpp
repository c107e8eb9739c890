// A string is added to a variable.
//@ finds CLU215
std::string code() {
    std::string all = "#define SKIP(c) if (c) break\n";
    all += R"(__kernel void k(__global int *a, __global const int *b) {
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
    return all;
}
