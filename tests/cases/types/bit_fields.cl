// A bit-field is promoted to int, whatever its type says; compilers know them as an extension.
//@ option --checked
//@ norun bit-fields are no OpenCL C
struct packed { unsigned int n : 4; unsigned int m; };

__kernel void fields(__global int *out, int n)
{
    struct packed t = { n, n };
    int sum = 0;
    #pragma unroll 2
    for (int i = -3; i < t.n; i++) sum += i * 3 + 100;
    #pragma unroll 2
    for (uint i = 0; i < t.m; i++) sum += i;
    out[0] = sum;
}
