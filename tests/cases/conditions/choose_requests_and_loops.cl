// Conditions that choose requests, and loops, of every kind.

//@ option --checked
//@ build -DU
//@ build -DU -DWIDE
//@ build -DDOWN
//@ build -DU -DDOWN
//@ run sizes=0,1,2,3,4,5,8,9,17 global=4

#define MIX(x) (hash = hash * 31u + (uint)(x))

__kernel void chosen(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i = 0;
#ifdef U
    #pragma unroll 4
#endif
    while (i < n) { MIX(in[i]); if (in[i++] == 9) break; }
#if defined(U) && defined(WIDE)
    #pragma unroll 8
#elif defined(U)
    #pragma unroll 2
#else
    #pragma nounroll
#endif
    do {
        if (in[i] == 3) continue;
        MIX(i);
    } while (--i > 0);
#ifdef U
    #pragma unroll 3
#endif
#ifdef DOWN
    for (int a = n, b = 0; a > 0; a--, b++)
#else
    for (int a = 0, b = n; a < n; a++, b--)
#endif
    {
        if (in[a] == 7) continue;
        MIX(a + b);
    }
#ifdef DOWN
    #pragma unroll 2
    while (i --> -4) MIX(i);
#else
    #pragma unroll 4
    do MIX(i++); while (i < 5);
#endif
    #pragma unroll 4
    for (i = 0; i < n; i++) {
#ifdef DOWN
        if (in[i] == 5) break;
#else
        if (in[i] == 6) break;
#endif
        MIX(i);
    }
    #pragma unroll 4
    while (i > 0) {
        i--;
#ifdef U
        if (in[i] == 5) continue;
#endif
        MIX(i);
    }
    out[get_global_id(0)] = hash + i;
}
