// Adjacent literals are one program, and a loop may begin in one and end in the next.
//@ raw
#include <string>

static constexpr char separator = '"';
static constexpr int large = 1'000'000;

const std::string kernels = u8R"cl(
__kernel void split_in_body(__global int *a, __global const int *b)
{
    const int id = get_global_id(0);
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        sum += b[id + i];
)cl"  // MSVC allows 16380 bytes
u8R"(        sum ^= i;
    }
    a[id] = sum;
}
)" R"more(
__kernel void split_between(__global int *a)
{
    const int id = get_global_id(0);
    #pragma unroll 2
)more"
    R"(    for (int i = 0; i < 5; i++)
        a[id * 5 + i] += ")\"separator"[i];
}
)";

const std::string others = R"(
__kernel void by_itself(__global int *a, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        a[get_global_id(0) * 64 + i] += i;
}
)";
