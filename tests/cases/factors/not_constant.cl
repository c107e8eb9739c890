// CLU002: parameters, variables, expressions of them, calls, and CLU103: an undeclared name.

//@ expect CLU002 CLU002 CLU002 CLU002 CLU103

__kernel void k(__global int *out, int n, int x)
{
    int variable = 4;
    #pragma unroll x+1
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll variable
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll (n)
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll nothing_of_that_name
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll get_local_size(0)
    for (int i = 0; i < n; i++) out[i] = i;
}
