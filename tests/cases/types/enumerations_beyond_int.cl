// Enumerations of which a value is not an `int`. In the braces, the other enumerators are `int`. Behind them, they are `int` to
// some compilers, and of the type of the enumeration to others, which may have no sign or 64 bits. So comparisons with negative
// numbers, sizes and types at run time are not known.

//@ option --checked
//@ run sizes=0,1,3,4,5,9,17 global=4
//@ build -DBIG
//@ build -DTOP=0x90000000
//@ include flags.h
//@ expect CLU102 CLU102

#include "flags.h"

enum { FLAG = 0x80000000, Q = 3, IN_BRACES = sizeof(Q), LESS = Q - 4 < 0 };
enum { NOT_ZERO = ~0u, NOT = 5 };
typedef enum { MINUS = -1, WIDE = 0x100000000L, FOUR = 4 } wide_t;
struct holder { enum { IN_STRUCT = 2, OUT = -1, LARGE = 3000000000 } kind; };
enum { LAST = 0x7fffffff, BEHIND_LAST, AFTER = 6 };
enum { PLAIN = 3, PLAIN_NEXT, PLAIN_LEAST = -2147483647 - 1 };
enum { OF_OTHER = Q, OF_OTHER_TOO };
#ifdef BIG
enum { CHOSEN = 3, CHOSEN_BIG = 0x80000000 };
#else
enum { CHOSEN = 3, CHOSEN_BIG = 8 };
#endif
enum {
    IN_CONDITION = 3,
#ifdef BIG
    MORE = 0x80000000,
#else
    MORE = 8,
#endif
    MOST = 9
};
#ifndef TOP
#define TOP 7
#endif
enum { UP_TO_HOST = TOP, BESIDE_HOST = 3 };
#define MADE made = 3, made_top = 0xfffffffful
enum { MADE };

#define MIX(x) (hash = hash * 31u + (uint)(x))

__kernel void bounds(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    enum { LOCAL = 3, LOCAL_HIGH = 0xffffffff };
    #pragma unroll
    for (int i = -5; i < Q; i++) MIX(i);
    #pragma unroll 4
    for (int i = -5; i < NOT; i++) MIX(i);
    #pragma unroll
    for (int i = -5; i < FOUR; i++) MIX(i);
    #pragma unroll
    for (int i = -5; i < IN_STRUCT; i++) MIX(i);
    #pragma unroll
    for (int i = -5; i < AFTER; i++) MIX(i);
    #pragma unroll
    for (int i = -5; i < LOCAL; i++) MIX(i);
    #pragma unroll
    for (int i = -5; i < FLAG_LOW; i++) MIX(i);
    #pragma unroll
    for (int i = -5; i < PLAIN_NEXT; i++) MIX(i);
    #pragma unroll
    for (int i = -5; i < OF_OTHER_TOO; i++) MIX(i);
    #pragma unroll
    for (int i = 2; i < Q * NOT; i++) MIX(i);
    #pragma unroll
    for (uint i = 0; i < FLAG_LOW; i++) MIX(i);
    out[get_global_id(0)] = hash + in[get_global_id(0)];
}

__kernel void values(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < IN_BRACES + LESS; i++) MIX(i);
    #pragma unroll
    for (int i = 0; i < (int)sizeof(Q); i++) MIX(i);
    #pragma unroll
    for (int i = 0; i < (int)sizeof(FOUR); i++) MIX(i);
    #pragma unroll
    for (int i = 0; i < (int)sizeof(PLAIN); i++) MIX(i);
    const int is_less = Q - 5 < 0, same = Q;
    #pragma unroll
    for (int i = 0; i < is_less; i++) MIX(i);
    #pragma unroll
    for (int i = -5; i < same; i++) MIX(i);
    #pragma unroll
    for (int i = NOT; i > -3; i--) MIX(i);
    #pragma unroll
    for (int i = NOT - 8; i < 2; i++) MIX(i);
    #pragma unroll NOT
    for (int i = 0; i < n; i++) MIX(in[i]);
    #pragma unroll
    for (int i = 0; i < 20; i += Q) MIX(i);
    #pragma unroll
    for (int i = -64; i < -1; i /= FOUR) { MIX(i); if ((hash & 63u) == 1u) break; }
    #pragma unroll
    for (int i = 64; i > 0; i >>= FLAG_LOW) MIX(i);
    #pragma unroll
    for (int i = 64; i > FLAG_LOW; i /= 2) MIX(i);
    out[get_global_id(0)] = hash;
}

__kernel void at_run_time(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = -5; i < Q + (n & 1); i++) MIX(i);
    #pragma unroll 4
    for (int i = -5; i < (n & 1 ? FOUR : -2); i++) MIX(i);
    #pragma unroll 2
    for (int i = n; i < n + BESIDE_HOST; i++) MIX(i);
    #pragma unroll 2
    for (int i = -5; i < PLAIN_NEXT + (n & 1); i++) MIX(i);
    #pragma unroll 4
    for (int i = -5; i < (FLAG & n); i++) MIX(i);
    #pragma unroll 2
    for (int i = 0; i < n; i += Q) MIX(in[i]);
    #pragma unroll 2
    for (int i = -7; i < n; i += NOT - 2) MIX(i);
    #pragma unroll 2
    for (char i = -7; i < n; i += FOUR) MIX(i);
    out[get_global_id(0)] = hash;
}

__kernel void chosen(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = -5; i < CHOSEN; i++) MIX(i);
    #pragma unroll 2
    for (int i = -5; i < CHOSEN + (n & 1); i++) MIX(i);
    out[get_global_id(0)] = hash;
}

__kernel void chosen_in_braces(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = -5; i < IN_CONDITION; i++) MIX(i);
    #pragma unroll 2
    for (int i = -5; i < MOST + (n & 1); i++) MIX(i);
    out[get_global_id(0)] = hash;
}

__kernel void of_the_host(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = -5; i < BESIDE_HOST; i++) MIX(i);
    #pragma unroll
    for (int i = 0; i < BESIDE_HOST; i++) MIX(i);
    #pragma unroll 4
    for (int i = 0; i < UP_TO_HOST && i < 20; i++) MIX(i);
    out[get_global_id(0)] = hash;
}

__kernel void made_by_a_macro(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = -5; i < made; i++) MIX(i);
    #pragma unroll
    for (int i = 0; i < made; i++) MIX(i);
    out[get_global_id(0)] = hash;
}
