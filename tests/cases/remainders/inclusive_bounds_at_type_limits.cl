//@ option --checked
//@ run sizes=0,1,2,3,5,9 global=1 local=1
//@ except nvidia NVIDIA makes a loop of the kernel as written that never ends, in one kernel with the others only
// Tests that a bound passes, at the limits of types: what remains may be straight copies only where the variable can go
// beyond every bound.
#define MIX(x) (hash = hash * 31 + (uint)(x))

__kernel void inclusive(__global int *in, __global int *out, int n)
{
    uint hash = 1;
    uint u = n;
    uchar c = 255 - n;
    ushort s = 65535;
    const int most = 2147483646, least = -2147483647;
    // `int` may not overflow: nested.
    #pragma unroll 4
    for (int i = most - n; i <= most; i++) MIX(i);
    #pragma unroll 4
    for (int i = least + n; i >= least; i--) MIX(i);
    #pragma unroll 4
    for (int i = -n; i <= n; i++) MIX(i);
    #pragma unroll 4
    for (int i = -n; i <= (long)n; ++i) MIX(i);
    #pragma unroll 4
    for (int i = 0; i <= u; i++) MIX(i);
    #pragma unroll 4
    for (int i = -3; i <= 0xfffffffeu; i++) MIX(i);
    // A loop that something leaves may stand before a bound that it never passes.
    #pragma unroll 4
    #pragma clunroll remainder(nested)
    for (int i = 2147483647 - n; i <= 2147483647; i++) { MIX(i); if (i == 2147483647) break; }
    #pragma unroll 3
    #pragma clunroll remainder(switch)
    for (int i = -2147483647 - 1 + n; i >= -2147483647 - 1; i--) { MIX(i); if (i == -2147483647 - 1) break; }
    // Unsigned ones go round; those that are wide enough do not get that far.
    #pragma unroll 4
    for (uint i = 0; i <= u; i++) MIX(i);
    #pragma unroll 4
    for (uint i = 250; i <= c; i++) MIX(i);
    #pragma unroll 4
    for (uint i = 65535 - u; i <= s; i++) MIX(i);
    #pragma unroll 4
    for (uint i = 3; i <= n; i++) MIX(i);
    #pragma unroll 4
    for (ulong i = 0xfffffffful - u; i <= 0xffffffffu - (u & 0); i++) MIX(i);
    #pragma unroll 4
    for (long i = -(long)u; i <= u; i++) MIX(i);
    #pragma unroll 4
    for (long i = u; i >= -2147483647 - n % 1; i -= 300000000) MIX(i);
    #pragma unroll 4
    for (long i = n; i >= (short)-n; i--) MIX(i);
    // Narrow ones are promoted, and go round below their bounds.
    #pragma unroll 3
    for (uchar i = 0; i <= n * 3; i++) MIX(i);
    #pragma unroll 3
    for (short i = n; i >= 0; i--) MIX(i);
    #pragma unroll 3
    for (uchar i = 250; i <= c && i >= 250; i++) MIX(i);
    // With a name that lives on, and the variable in the other place.
    int k;
    #pragma unroll 3
    for (k = 1; k <= n; k++) MIX(k);
    MIX(k);
    #pragma unroll 3
    for (k = n; 0 <= k; k--) MIX(k);
    MIX(k);
    #pragma unroll 4
    #pragma clunroll remainder(switch)
    for (int i = 1; i <= n; i++) MIX(i);
    #pragma unroll 4
    for (int i = 1; i <= n; i++) { if (i == 2) continue; MIX(i); }
    #pragma unroll 2
    for (int y = -n; y <= n; y++)
        #pragma unroll 4
        for (int x = -n; x <= n; x++) MIX(x * y);
    out[get_global_id(0)] = hash;
}
