//@ run sizes=0,1,2,3,4,5,6,7 global=1 local=1
// What remains is computed from a constant bound at the limits of its type. Compilers compute copies that no iteration needs, too:
// they warn where such a sum overflows, or where the variable cannot hold it.
#define MIX(x) (hash = hash * 31 + (uint)(x))
#define MOST (2147483646 + 1)
#define LEAST (-2147483647 - 1)

__kernel void jumps(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    const int top = 2147483645;
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (int i = LEAST + n; i < LEAST; i++) MIX(i);
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (int i = LEAST + n; i <= LEAST + 1; i++) MIX(i);
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (int i = MOST - n; i >= top; i--) MIX(i);
    #pragma unroll
    for (int j = 0; j < 2; j++)
        #pragma clunroll remainder(switch)
        #pragma unroll 4
        for (int i = MOST - (n & 1); i >= 2147483646 + j; i--) MIX(i);
    #pragma clunroll remainder(switch)
    #pragma unroll 3
    for (long i = 9223372036854775807 - n; i > 9223372036854775807; i--) MIX(i);
    out[get_global_id(0)] = hash;
}

__kernel void versions(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    const int most = 2147483647;
    #pragma clunroll remainder(versions)
    #pragma unroll 4
    for (int i = MOST - n; i >= MOST; i--) MIX(i);
    #pragma clunroll remainder(versions)
    #pragma unroll 4
    for (int i = MOST - (n & 1); i >= 2147483647; i--) MIX(i + -n);
    #pragma clunroll remainder(versions)
    #pragma unroll 3
    for (int i = n, j = 0; i > most; i--, j++) MIX(i - j);
    out[get_global_id(0)] = hash;
}

__kernel void wider_bounds(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    const long least = -2147483648;
    const ulong one = 1;
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (int i = LEAST + n; i < least; i++) MIX(i);
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (int i = LEAST + n; i < -2147483648; i++) MIX(i);
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (int i = n; i < one; i++) MIX(i);
    // These values are negative ones of the variable.
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (int i = -1 - n; i < 0xfffffffffffffffful; i++) MIX(i);
    out[get_global_id(0)] = hash;
}
