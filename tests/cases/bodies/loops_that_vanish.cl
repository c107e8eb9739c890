// A loop that never runs leaves nothing where nothing need be, and an empty block where a statement must stand.

//@ run sizes=0,1,2,3,4,5,8 global=4
//@ build -DA

#define MIX(x) (hash = hash * 31u + (uint)(x))

__kernel void vanish(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 0; i++) MIX(i);
    if (n & 1)
        #pragma unroll
        for (int i = 0; i < 0; i++) MIX(i);
    else
        MIX(3);
    if (n & 2) { _Pragma("unroll") for (int i = 0; i < 0; i++) MIX(i); } else { MIX(5); }
    switch (n & 3) {
    case 0:
        #pragma unroll
        for (int i = 0; i < 0; i++) MIX(i);
        break;
    case 1:
        MIX(7);
        #pragma unroll
        for (int i = 0; i < 0; i++) MIX(i);
    default:
        #pragma unroll
        for (int i = 0; i < 0; i++) MIX(i);
    }
    for (int k = 0; k < n; k++)
        #pragma unroll
        for (int i = 0; i < 0; i++) MIX(i);
    #pragma unroll 2
    for (int k = 0; k < n; k++)
        #pragma unroll
        for (int i = 0; i < 0; i++) MIX(i);
    #pragma unroll
    for (int k = 0; k < 3; k++) {
        MIX(k); // a comment before
        #pragma unroll
        for (int i = 0; i < k - 1; i++) MIX(i);
        // a comment after
    }
    #pragma unroll
    for (int k = 0; k < 3; k++)
        #pragma unroll
        for (int i = 0; i < k; i++) ;
    #pragma unroll
    for (int i = 0; i < 2; i++) ;
#ifdef A
    MIX(9);
#else
    #pragma unroll
    for (int i = 0; i < 0; i++) MIX(i);
#endif
    #pragma unroll
    for (int i = 0; i < 2; i++) { _Pragma("unroll") for (int m = 0; m < 0; m++) MIX(m); MIX(i); }
    { _Pragma("unroll") for (int i = 0; i < 0; i++) MIX(i); }
    out[get_global_id(0)] = hash;
}
