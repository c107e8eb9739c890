// A macro joins two literals.
//@ finds CLU215
#define CAT(x, y) x y
std::string code() { return CAT("#define SKIP(c) if (c) break\n", R"(__kernel void k(__global int *a, __global const int *b) {
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
