// Another literal defines the bound that a raw string defines only if nothing else does.
static const char *const common = "#define COUNT 2\n";
static const char *const kernel = R"(
#ifndef COUNT
#define COUNT 4
#endif
__kernel void k(__global int *a, __global const int *b) {
    int s = 0;
    for (int j = 0; j < 3; j++) {
        #pragma unroll
        for (int i = 0; i < COUNT; i++) {
            s += b[i] * (j + 1);
        }
    }
    a[0] = s;
}
)";
std::string code() { return std::string(common) + kernel; }
