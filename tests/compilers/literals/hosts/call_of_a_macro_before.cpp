// A macro makes the literal before the raw string.
//@ finds CLU215
#define DEF(n) "#define " #n "(c) if (c) break\n"
std::string code() { return DEF(SKIP) R"(__kernel void k(__global int *a, __global const int *b) {
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
)"; }
