// Findings in a raw string have places in the C++ file.
//@ lint
//@ raw
//@ expect CLU120
//@ run sizes=0,1,5
const char *source = R"(
__kernel void raw(__global int *out, __global const int *a, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 4
    for (int i = 0; i < 3; i++)
        out[gid] += a[i];
}
)";
