// In nests, a number stands for the variable in an argument of a macro if all that comes out of the argument is a subscript or a part of one.

//@ run sizes=0,1,4,7 global=4
//@ build -DA
//@ build -DROWS=2
//@ build -DROWS=1+1
//@ build -DROWS=3
//@ build -DSHIFT=1
//@ build -DSHIFT=c
//@ build -DSHIFT=r
//@ build -DSHIFT=2 -DROWS=2

#ifndef ROWS
#define ROWS 2
#endif
#ifndef SHIFT
#define SHIFT 0
#endif
#define AT(a, i, k) a[(i) * 3 + (k)]
#define TWICE(a, i) (a[i] + a[(i) + 1])
#define ALSO_VALUE(a, i) (a[i] + (i))
#define NOTHING(i) 0
#define NAME(i) (sizeof(#i) - sizeof("x"))
#define PASTED(i) in[i##0 & 7]
#define HIDES(a, i) do { int j = 1; hash = hash * 31u + (uint)(a[i] + j); } while (0)
#define IF_POSITIVE(a, i) ((i) > 0 ? a[(i) - 1] : 5)
#define INNER(a, i) a[i]
#define OUTER(a, i) INNER(a, (i) + 1)
#define MIX(x) (hash = hash * 31u + (uint)(x))

__kernel void arguments(__global const int *in, __global uint *out, int n)
{
    uint hash = 1;
    const int i0 = 7;
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        #pragma unroll
        for (int j = 0; j < 3; j++)
            MIX(AT(in, i, j) + TWICE(in, j));
        #pragma unroll
        for (int j = 0; j < 2; j++)
            MIX(ALSO_VALUE(in, j) + in[i]);
        #pragma unroll
        for (int j = 0; j < 2; j++)
            MIX(NOTHING(j) + in[j] + in[i]);
        #pragma unroll
        for (int j = 0; j < 2; j++)
            MIX(NAME(j) + in[j] + in[i]);
        #pragma unroll
        for (int j = 0; j < 2; j++)
            HIDES(in, j);
        #pragma unroll
        for (int j = 0; j < 2; j++)
            MIX(IF_POSITIVE(in, j) + in[i]);
        #pragma unroll
        for (int j = 0; j < 2; j++)
            MIX(OUTER(in, j) + in[i]);
    }
    #pragma unroll
    for (int k = 0; k < 2; k++)
        #pragma unroll
        for (int i = 0; i < 2; i++)
            MIX(PASTED(i) + in[k]);
    out[get_global_id(0)] = hash;
}

// A difference in a subscript, in types that wrap.
__kernel void differences(__global const int *in, __global uint *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (uint i = 2; i < 4; i++)
        #pragma unroll
        for (uchar j = 3; j < 5; j++)
            MIX(in[i - 2] + in[j - i + 1] + in[20 - i - j]);
    #pragma unroll
    for (long i = 4; i > 2; i--)
        #pragma unroll
        for (int j = 0; j < 2; j++)
            MIX(in[i - j] + in[9 - (i - j)]);
    out[get_global_id(0)] = hash;
}

// `ROWS` is pinned where the copies are; `SHIFT` is not, and may name the variables.
__kernel void of_the_host(__global const int *in, __global uint *out, int n)
{
    uint hash = 1;
    int acc[ROWS][3];
    #pragma unroll
    for (int r = 0; r < ROWS; r++)
        #pragma unroll
        for (int c = 0; c < 3; c++)
            acc[r][c] = in[r * ROWS + c];
    #pragma unroll
    for (int r = 0; r < ROWS; r++)
        #pragma unroll
        for (int c = 0; c < 3; c++)
            MIX(acc[r][c] + in[c + SHIFT]);
    out[get_global_id(0)] = hash;
}
