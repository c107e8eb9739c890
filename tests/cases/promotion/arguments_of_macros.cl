// Elements in arguments of macros that drop them, spell them, cut them, or give them another meaning.
//@ warns -Wunused-variable conditions decide on its uses
//@ warns -Wunused-but-set-variable conditions decide on its uses

//@ build
//@ build -DK=1
//@ run sizes=1,3

#ifndef K
#define K 0
#endif

#define CALL(f, ...) f(__VA_ARGS__)
#define GET(array) array
#define AT(array, index) array index
#define DROP(x) 0
#define SIZE(x) ((int)sizeof(x) + (int)sizeof x)
#define SPELL(x) ((int)sizeof(#x))
#define SPELT_INSIDE(x) (SPELL(x) + x)
#define GLUE(x, y) x##y
#define MEMBER(x) (given.x + x)
#define NESTED(x) GET(GET(x)) * GET(x)
#if K == 1
#define EACH(x) { const int i = 1; x; }
#define ADD(c, a) c = c + (a)
#define LENGTH 3
typedef int Element[2];
#else
#define EACH(x) { x; }
#define ADD(c, a) c += (a)
#define LENGTH 2
typedef int Element;
#endif

typedef struct { int member[2]; } Given;

__kernel void arguments(__global const int *in, __global int *out, int n)
{
    Given given = { { 5, 7 } };
    #pragma promote_to_registers
    int a[2] = { n, 3 };
    #pragma promote_to_registers
    int b[2] = { 4, n };
    #pragma promote_to_registers
    int member[2] = { n, 6 };
    #pragma promote_to_registers
    int glued[2] = { 8, n };
    int total = CALL(max, a[0], a[1]) + GET(b)[1] + AT(a, [1]) + DROP(a[9]) + SIZE(b[0]);
    total = total * 31 + SPELT_INSIDE(b[0]) + GLUE(glu, ed[1]) + GLUE(glued[0], ) + NESTED(a[1]);
    total = total * 31 + MEMBER(member[1]) + CALL(GET, b[1]) + CALL(DROP, ) + CALL(min, a[0], (b[0] + b[1]));
    out[get_global_id(0)] = total;
}

__kernel void chosen(__global const int *in, __global int *out, int n)
{
    const int i = 0;
    #pragma promote_to_registers
    int sums[2] = { n, 2 };
    #pragma promote_to_registers
    int shifted[2] = { n, 3 };
    #pragma promote_to_registers
    int long_or_short[LENGTH] = { n, 4 };
    ADD(sums[0], in[0]);
    ADD(sums[i + 1], sums[0]);
    EACH(shifted[i] = 9);
    long_or_short[1] += in[0];
    out[get_global_id(0)] = sums[0] + 3 * sums[1] + 5 * shifted[0] + 7 * shifted[1] + 11 * long_or_short[1];
}

// Left: for one of the types, it is an array of arrays.
__kernel void chosen_element(__global int *out, int n)
{
    #pragma promote_to_registers
    Element elements[2];
#if K == 1
    elements[0][0] = n; elements[0][1] = 2; elements[1][0] = 3;
    out[get_global_id(0)] = elements[0][0] + elements[0][1] + elements[1][0];
#else
    elements[0] = n; elements[1] = 2;
    out[get_global_id(0)] = elements[0] + elements[1];
#endif
}

// Declarations in branches around the same uses, of different lengths.
__kernel void lengths(__global int *out, int n)
{
#if K == 1
    #pragma promote_to_registers
    int part[3];
    part[2] = 9;
#else
    #pragma promote_to_registers
    int part[2];
#endif
    part[0] = n;
    ADD(part[0], 4);
    part[1] = part[0] * 2;
    out[get_global_id(0)] = part[0] + part[1];
}

// A parameter list and a head that conditions choose.
#if K == 1
__kernel
#else
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
#endif
void head(__global const int *in, __global int *out
#if K == 1
          , int n
#else
          , int m
#endif
          )
{
    #pragma promote_to_registers
    int sums[2] = { 1, 2 };
    #pragma unroll
    for (int r = 0; r < 2; r++) { ADD(sums[r], in[0]); }
    out[get_global_id(0)] = sums[0] * 3 + sums[1];
}
