// Two variables are joined later, and one defines a macro for the other.
//@ finds CLU211
static const char *const common = "#define SKIP(c) if (c) break\n";
static const char *const kernel = R"(__kernel void k(__global int *a, __global const int *b) {
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
std::string code() { return std::string(common) + kernel; }
