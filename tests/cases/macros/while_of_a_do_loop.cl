// The `while` behind the body of a `do` loop comes out of a macro, or out of the argument of one.

//@ option --checked
//@ run sizes=1,2,3,7 global=1 local=1

#define ID(q) q
#define JOIN(a, b) a##b
#define AS_LONG_AS(c) while (c)
#define UNTIL(c) while (!(c))
#define BACK while

__kernel void tails(__global const int *in, __global int *out, int n)
{
    int i = 0;
    uint hash = 1;
    #pragma unroll 4
    do { hash = hash * 31 + in[i]; i++; } ID(while)(i < n);
    i = 0;
    #pragma unroll 2
    do { hash = hash * 31 + in[i]; i++; } JOIN(w, hile)(i < n);
    i = 0;
    #pragma unroll 3
    do { hash = hash * 31 + in[i]; i++; } AS_LONG_AS(i < n);
    i = 0;
    #pragma unroll 3
    do hash = hash * 31 + in[i++]; UNTIL(i >= n);
    i = 0;
    #pragma unroll 2
    do { if (i == 2) { i++; continue; } hash = hash * 31 + in[i]; i++; } BACK (i < n);
    out[get_global_id(0)] = hash;
}
