// CLU001, by a literal, an expression, a macro, an enumerator and a const variable.

//@ expect CLU001 CLU001 CLU001 CLU001 CLU001

#define MINUS -4
enum { BELOW = -1 };

__kernel void k(__global int *out, int n)
{
    const int less = -2;
    #pragma unroll -1
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll (2 - 6)
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll MINUS
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll BELOW
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll(less)
    for (int i = 0; i < n; i++) out[i] = i;
}
