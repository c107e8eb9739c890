// Corrections in a raw string are places of the C++ file.
//@ lint
//@ raw
//@ norun some compilers take no factor 0
//@ expect CLU101 CLU110 CLU112

const char *source = R"CL(
kernel void raw(global int *a, int n)
{
    int sum = 0;
    #pragma unrol 4
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll(4)
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll 0
    for (int i = 0; i < n; i++) sum += i;
#if 0
    #pragma unroll 4
#endif
    for (int i = 0; i < n; i++) sum += i;
    a[0] = sum;
}
)CL";
