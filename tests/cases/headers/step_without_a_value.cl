// Steps that have no value where the loop runs not once, or is left before its first step; and pointers that never meet.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9,17 global=4

#define MIX(x) (hash = hash * 31u + (uint)(x))

__kernel void steps(__global const int *in, __global int *out, int n)
{
    uint hash = 1, u = n + 1;
    int k = n & 3, other[2] = { 7, 9 }, own[8], *end = other + 1;
    for (int i = 0; i < 8; i++) own[i] = i * n;
    #pragma unroll 2
    for (int i = k == 0 ? 40 : 0; i < 40; i += 12 / k) MIX(i);
    #pragma unroll 2
    for (int i = 0; i < 40; i += 12 / k) { MIX(i); if (k == 0) break; }
    #pragma unroll 2
    for (int i = 0; i < 40; i += 1 + 2147483647 / (n + 1) * k % 7) MIX(i);
    #pragma unroll 2
    for (uint i = 0; i < 40; i += u * 3) MIX(i);
    #pragma unroll 2
    for (uint i = 0; i < 40; i += (u >> 1) + 1) MIX(i);
    #pragma unroll 2
    for (int *p = own; p != end; p++) { MIX(*p); if (*p >= 4 * n) break; }
    #pragma unroll 2
    for (int *p = own; p != own + k; p++) MIX(*p);
    out[get_global_id(0)] = hash;
}
