// The other literals of a call are a name and an option.
static std::string build(int device, const char *name, const char *source, const char *) { return device > 0 && *name ? source : ""; }
std::string code() { return build(1, "k", R"(__kernel void k(__global int *a, __global const int *b) {
    int s = 0;
    for (int j = 0; j < 3; j++) {
        #pragma unroll
        for (int i = 0; i < 4; i++) {
            s += b[i] * (j + 1);
        }
    }
    a[0] = s;
}
)", "-cl-fast-relaxed-math"); }
