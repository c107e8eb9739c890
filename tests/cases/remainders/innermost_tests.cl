// The innermost test of a nested remainder is the block of its copy, whatever the body declares, names or leaves.

//@ run sizes=0,1,2,3,4,5,6,7,8,9,17 global=4
//@ option --remainder=nested

#define MIX(x) (hash = hash * 31u + (uint)(x))

__kernel void bodies(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) { int value = in[i]; int i_base = value; MIX(i_base + i); }
    #pragma unroll 3
    for (int i = 0; i < n; i++) { int i = 5; MIX(i); }
    #pragma unroll 2
    for (int i = 0; i < n; i++) if (in[i] & 1) MIX(i); else MIX(3);
    #pragma unroll 2
    for (int i = 0; i < n; i++) if (in[i] & 1) MIX(i);
    #pragma unroll 4
    for (int i = 0; i < n; i++) { if (in[i] == 3) continue; MIX(i); }
    #pragma unroll 4
    for (int i = 0; i < n; i++) { if (in[i] == n) break; MIX(i); }
    #pragma unroll 2
    for (int i = 0; i < n; i++) { if (in[i] > n) continue; if (in[i] == n) break; MIX(i); }
    #pragma unroll 4
    for (int i = 0; i < n; i++) { int tries = 0; again: MIX(tries + i); if (tries++ < 2) goto again; }
    #pragma unroll 3
    for (int i = 0; i < n; i++) hash++;
    #pragma unroll 2
    for (int i = 0; i < n; i++) { }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        // A comment alone.
    }
    #pragma unroll 2
    for (int i = n; i > 0; i--) {
        #pragma unroll 2
        for (int j = 0; j < i; j++) MIX(i * j);
    }
    int k;
    #pragma unroll 2
    for (k = 0; k < n; k++) MIX(in[k]);
    MIX(k);
    if (n & 1)
        #pragma unroll 2
        for (int i = 0; i < n; i++) if (in[i] & 1) MIX(i);
        else MIX(5);
    else
        MIX(7);
    out[get_global_id(0)] = hash;
}
