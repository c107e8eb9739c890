//@ option --checked
//@ run sizes=0,1,2,3,5,9,16 global=1 local=1
// Steps that only the run knows: zero, in the wrong direction, larger than the range, or at the limits of the type.
#define MIX(x) (hash = hash * 31 + (uint)(x))

__kernel void steps(__global int *in, __global int *out, int n)
{
    uint hash = 1;
    int zero = n & 0, one = n / 17 + 1, back = -1 - n, huge = 6000000 + n, most = 2147483647 - n;
    uint wide = 0x80000000u + n, all = 0xffffffffu - n;
    size_t big = (size_t)5000000000ul + n;
    // Nothing to do, or no end: a loop that never ends is left by `return` or `goto`.
    #pragma unroll 4
    for (int i = 5; i < 5; i += zero) MIX(i);
    for (int round = 0; round < 3; round++) {
        int left = 3 + round;
        #pragma unroll 3
        for (uint i = 0; i <= 7; i += zero) { MIX(i + round); if (--left == 0) goto out; }
    out:;
    }
    // Away from the bound, until the first test fails.
    #pragma unroll 4
    for (int i = 20; i < 20; i += back) MIX(i);
    #pragma unroll 4
    for (uint i = 20; i < 30; i += back) MIX(i);
    #pragma unroll 2
    for (uint i = 0xfffffff0u; i > 0xffffff00u; i -= one) MIX(i);
    // Too large for a pass; the author's loop does all of it.
    #pragma unroll 4
    for (int i = -2147483647; i < 2000000000; i += huge) { MIX(i); if (i > 0) i += 100000000; }
    #pragma unroll 2
    for (int i = -2000000000; i < 2000000000; i += huge) MIX(i);
    #pragma unroll 2
    for (long i = -9000000000L; i < 9000000000L; i += most) MIX(i);
    #pragma unroll 4
    for (ulong i = 0; i <= 40000000000UL; i += big) MIX(i >> 3);
    #pragma unroll 4
    for (uint i = 0; i < 0x80000000u; i += wide) MIX(i);
    #pragma unroll 3
    for (uint i = n; i < 0x80000000u; i += all) MIX(i);
    // Narrow variables go round.
    uchar step = 60;
    #pragma unroll 4
    for (uchar c = n; c < 250; c += step) MIX(c);
    #pragma unroll 3
    for (uchar c = 200; c >= 20; c -= step) MIX(c);
    short odd = n * 2 + 1;
    #pragma unroll 5
    for (short s = -n * 7; s <= n * 7; s += odd) MIX(s);
    #pragma unroll 2
    for (ushort s = 65535; s > 60000; s -= odd * 100) MIX(s);
    // Bounds of other types.
    #pragma unroll 4
    for (int i = 0; i < (long)n * 3; i += one) MIX(i);
    #pragma unroll 4
    for (int i = 0; i <= (uint)n; i += one) MIX(i);
    #pragma unroll 4
    for (uint i = n; i > 0; i -= one) MIX(i);
    #pragma unroll 4
    for (long i = n; i >= -n; i -= one) MIX(i);
    #pragma unroll 3
    for (size_t i = get_local_id(0); i < 64; i += get_local_size(0)) MIX(i);
    #pragma unroll 3
    for (uint i = get_local_id(0); i < (uint)(n * 3); i += get_local_size(0)) MIX(i);
    // Ends that are met exactly, and missed by one.
    int three = one + 2;
    #pragma unroll 4
    for (int i = 0; i <= 36; i += three) MIX(i);
    #pragma unroll 4
    for (int i = 0; i <= 35; i += three) MIX(i);
    #pragma unroll 4
    for (int i = 0; i < 36; i += three) MIX(i);
    #pragma unroll 4
    for (int i = 36; i >= 0; i -= three) MIX(i);
    #pragma unroll 4
    for (int i = 36; i > 0; i -= three) MIX(i);
    int k;
    #pragma unroll 2
    for (k = 2147483640; k < 2147483646; k += one) MIX(k);
    MIX(k);
    #pragma unroll 2
    for (k = -2147483647; k <= -2147483640; k += one) { if (k & n) continue; MIX(k); }
    MIX(k);
    out[get_global_id(0)] = hash;
}
