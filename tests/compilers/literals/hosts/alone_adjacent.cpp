// Adjacent raw strings are one program, the first with a suffix.
using namespace std::string_literals;
static const std::string kernel = R"(__kernel void k(__global int *a, __global const int *b) {
    int s = 0;
    for (int j = 0; j < 3; j++) {
        #pragma unroll
        for (int i = 0; i < 4; i++) {
  )"s /* goes on */
  R"x(          s += b[i] * (j + 1);
        }
    }
    a[0] = s;
}
)x";
std::string code() { return kernel; }
