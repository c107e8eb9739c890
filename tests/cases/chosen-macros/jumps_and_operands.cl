// A condition chooses whether a macro is a jump, or which operand it is in a header.

//@ option --checked
//@ build -DA
//@ run sizes=0,1,2,3,4,5,6,7,8,9,17 global=4

#define MIX(x) (hash = hash * 31u + (uint)(x))

#ifdef A
#define LEAVE break
#define STOP(c) if (c) break;
#define SKIP(c)
#define EACH for (int j = 0; j < 2; j++)
#define MORE i < n
#define LT(e) < e
#define UP_TO(e) < e
#define NEXT i += n + 1
#define X MIX(1);
#define F 4
#else
#define LEAVE continue
#define STOP(c)
#define SKIP(c) if (c) continue;
#define EACH
#define MORE i < q
#define LT(e) < e + 1
#define UP_TO(e) < e + 2
#define NEXT i += q
#define X
#define F 2
#endif

__kernel void jumps(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int q = 9;
    #pragma unroll 4
    for (int i = 0; i < n; i++) { if (i == 5) LEAVE; MIX(i); }
    #pragma unroll
    for (int i = 0; i < 7; i++) { if (i == n) LEAVE; MIX(i); }
    #pragma unroll 4
    for (int i = 0; i < n; i++) { EACH { if (i == 3) break; MIX(i); } if (i == 1) continue; MIX(7); }
    #pragma unroll 4
    for (int i = 0; i < n; i++) { SKIP(i == 2) STOP(i == 5) MIX(i); }
    #pragma unroll 3
    while (q > n) { q--; SKIP(q == 6) STOP(q == 5) MIX(q); }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
#ifdef A
        if (i == 2) break;
#endif
        if (i == 1) continue;
        MIX(i);
    }
    out[get_global_id(0)] = hash + q;
}

__kernel void operands(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int q = 9;
    #pragma unroll 4
    for (int i = 0; MORE; i++) { X MIX(i); }
    #pragma unroll 4
    for (int i = 0; i LT(n); i++) { X MIX(i); }
    #pragma unroll 3
    for (int i = 0; i < 40; NEXT) { X MIX(i); }
    #pragma clunroll exact
    #pragma unroll F
    for (int i = 0; i < (n & ~(F - 1)); i++) MIX(i);
    #pragma clunroll exact
    #pragma unroll 2
    for (int i = 0; i UP_TO((n & ~1)); i++) { X MIX(i); }
    out[get_global_id(0)] = hash;
}

__kernel void own_names(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    char i = 1;
    long k = 1;
    #pragma unroll 4
    for (int i = sizeof(i); i < n; i++) MIX(i);
    #pragma unroll 4
    for (int k = 0; k < (int)sizeof(k) + n; k++) MIX(k);
    #pragma unroll 4
    for (short m = 0; m < (int)sizeof(m) + n; m++) MIX(m);
    #pragma unroll
    for (int k = sizeof(k); k < 9; k++) MIX(k);
    out[get_global_id(0)] = hash + i + k;
}

__kernel void texts(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    __global const uint *unsigned_end = (__global const uint *)(in + n);
    __global const char *char_end = (__global const char *)(in + n);
    int k = 0;
    #pragma unroll 4
    for (__global const int *p = in; p < unsigned_end; p++) MIX(*p);
    #pragma unroll 4
    for (__global const int *p = in; (__global const char *)p < char_end; p++) MIX(*p);
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (k = 0; k < n; k++) { /* nothing */ }
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        // nothing
    }
    out[get_global_id(0)] = hash + k;
}
