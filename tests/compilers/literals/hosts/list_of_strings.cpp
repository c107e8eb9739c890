// Strings are in a list.
//@ finds CLU215
std::string code() {
    std::vector<std::string> sources { "#define SKIP(c) if (c) break\n", R"(__kernel void k(__global int *a, __global const int *b) {
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
    return sources[0] + sources[1];
}
