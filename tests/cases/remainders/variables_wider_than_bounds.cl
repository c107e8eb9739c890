//@ run sizes=0,1,2,3,4,5,6,7 global=1 local=1
// A variable goes on beyond what the type of its bound holds: the values of what remains are computed in the variable's type.
#define MIX(x) (hash = hash * 31 + (uint)((x) >> 1))

__kernel void jumps(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int most = 2147483647 - (n & 0), least = -2147483647 - 1 + (n & 0);
    const long above = most + (long)n, below = least - (long)n;
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (long i = above; i >= most; i--) MIX(i);
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (long i = below; i < least; i++) MIX(i);
    out[get_global_id(0)] = hash;
}

__kernel void versions(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int most = 2147483647 - (n & 0), least = -2147483647 - 1 + (n & 0);
    const long above = most + (long)n, below = least - (long)n;
    #pragma clunroll remainder(versions)
    #pragma unroll 3
    for (long i = above; i > most; i--) { MIX(i); if (hash == 7) break; }
    #pragma clunroll remainder(versions)
    #pragma unroll 3
    for (long i = below; i <= least; i++) { MIX(i); if (hash == 7) break; }
    out[get_global_id(0)] = hash;
}
