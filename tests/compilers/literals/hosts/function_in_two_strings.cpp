// A function begins in one variable and ends in another.
//@ finds CLU215
static const char *const common = R"(__kernel void k(__global int *a, __global const int *b) {
    int s = 0;
    for (int j = 0; j < 3; j++)
)";
static const char *const kernel = R"(#pragma unroll
    for (int i = 0; i < 4; i++) s += b[i];
    a[0] = s;
}
)";
std::string code() { return std::string(common) + kernel; }
