// A conditional operator chooses one of two strings.
//@ finds CLU215
static bool is_small = false;
std::string code() { return is_small ? "" : R"(#define SKIP(c) if (c) break
__kernel void k(__global int *a, __global const int *b) {
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
