// A variable and a raw string are in an array.
//@ finds CLU215
static const char *const common = "#define SKIP(c) if (c) break\n";
std::string code() {
    const char *sources[] = { common, R"(__kernel void k(__global int *a, __global const int *b) {
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
)" };
    return std::string(sources[0]) + sources[1];
}
