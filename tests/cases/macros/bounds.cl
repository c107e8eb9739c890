// Bounds that are macros: not in parentheses, with a type, of a variable, and defined again between two loops.

//@ run sizes=0,1,2,3,4,5,9

#define SUM 2 + 3
#define LIMIT (A * 2)
#define A 3
#define RUNTIME n
#define RUNTIME_SUM n + 1
#define CHOICE n > 3 ? 4 : 2
#define TYPED ((uint)6)

__kernel void bounds(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < SUM; i++) hash = hash * 31 + in[i];
    #pragma unroll
    for (int i = 0; i < SUM * 2; i++) hash = hash * 31 + in[i];
    #pragma unroll
    for (int i = 0; i < LIMIT; i++) hash = hash * 31 + in[i];
    #pragma unroll
    for (int i = 0; i < TYPED; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < RUNTIME; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < RUNTIME_SUM; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < 2 * RUNTIME_SUM; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < (CHOICE); i++) hash = hash * 31 + in[i];
    #undef A
    #define A 4
    #pragma unroll
    for (int i = 0; i < LIMIT; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
