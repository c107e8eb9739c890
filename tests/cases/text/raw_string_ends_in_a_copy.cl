// Copies that would hold the end of the literal, which only the split keeps apart.
//@ raw
const char *kernels = R"(
__kernel void k(__global int *a, __global const int *b)
{
    #pragma unroll
    for (int i = 0; i < 3; i++)
        a[get_global_id(0) * 3 + i] = b[i] + (int))" R"("abc"[i];
}
)";
