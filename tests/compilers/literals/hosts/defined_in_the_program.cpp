// The raw string defines the macro itself, after all others.
static const char *const common = "#define N 2\n";
static const char *const kernel = R"(
#undef N
#define N 4
__kernel void k(__global int *a, __global const int *b) {
    int s = 0;
    for (int j = 0; j < 3; j++) {
        #pragma unroll
        for (int i = 0; i < N; i++) {
            s += b[i] * (j + 1);
        }
    }
    a[0] = s;
}
)";
std::string code() { return std::string(common) + kernel; }
