// Conditions that expand to very many tokens: they begin alike, and are not the same test. One comes to nothing before what
// is long in it.
//@ run sizes=0,5
//@ build -DONE=1
//@ build -DONE=0
//@ build -DONE=1 -DTWO

#ifndef ONE
#define ONE 1
#endif
#define A1 (ONE) + (ONE)
#define A2 A1 + A1
#define A3 A2 + A2
#define A4 A3 + A3
#define A5 A4 + A4
#define A6 A5 + A5
#define A7 A6 + A6
#define A8 A7 + A7
#define A9 A8 + A8

__kernel void long_conditions(__global int *out)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 3; i++)
    {
#if A9 == 512
        hash = hash * 31 + 1;
#endif
#if A9 == 0
        hash = hash * 31 + 2;
#endif
#if 0 + A9
        hash = hash * 31 + 3;
#endif
    }
#if A9 == 512
    #pragma unroll 2
    for (int i = 0; i < 5; i++)
#else
    #pragma unroll
    for (int i = 0; i < 3; i++)
#endif
        hash = hash * 31 + i;
#undef ONE
#ifdef TWO
#define ONE 2
#else
#define ONE 0
#endif
#if A9 == 512
    #pragma unroll 2
    for (int i = 0; i < 6; i++)
#else
    #pragma unroll
    for (int i = 0; i < 2; i++)
#endif
        hash = hash * 31 + i;
#if A9 == 0
    hash++;
#endif
    out[get_global_id(0)] = hash;
}
