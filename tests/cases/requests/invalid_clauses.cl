// Clauses with a wrong word or value, and clauses before a loop that has no request.

//@ expect CLU009 CLU009 CLU009 CLU009 CLU106 CLU106

__kernel void clauses(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma clunroll remainder(nest)
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum += in[i];
    #pragma clunroll exakt
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum += in[i];
    #pragma unroll 4
    #pragma clunroll remainder
    for (int i = 0; i < n; i++) sum += in[i];
    #pragma clunroll
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum += in[i];
    #pragma clunroll exact
    for (int i = 0; i < n; i++) sum += in[i];
    #pragma clunroll exact
    out[0] = sum;
}
