// More conditionals that choose loops than one run writes out, beside a loop that cannot be read, since a file that clunroll does
// not find makes a macro of a word in it. Those that are left are marked, in copies of loops that macros make and where a macro
// makes the loop itself, so that a second run leaves them too.
//@ run sizes=0,1,2,3,5,8
//@ build -DA
//@ build -DB
//@ build -DA -DB

#include "begin.h"
#define LOOP4(v) _Pragma("unroll") for (int v = 0; v < 4; v++)
#define N 5

__kernel void cannot_be_read(__global int *out, int n)
{
    int sum = get_global_id(0);
#ifdef A
    #pragma unroll 2
#endif
    for (int i = 0; i < n; i++) {
#ifdef B
        #pragma unroll
#endif
        for (int j = 0; j < N; j++) {
#if defined(A) && defined(B)
            #pragma unroll 2
#endif
            BEGIN for (int k = j; k < N; k++) sum = sum * 3 + k;
        }
        LOOP4(a) {
#ifdef B
            #pragma unroll
#endif
            for (int j = 3; j < 3; j++) sum += j;
            sum ^= a;
        }
    }
    out[get_global_id(0)] = sum;
}

__kernel void left_in_copies(__global int *out, int n)
{
    int sum = n;
    LOOP4(a) {
#ifdef B
        #pragma unroll
#endif
        for (int j = 0; j < N; j++) sum = sum * 5 + j * a;
    }
    out[get_global_id(0)] = sum;
}

__kernel void made_by_a_macro(__global int *out, int n)
{
    int sum = n;
#ifdef A
    LOOP4(q)
#endif
    sum = sum * 3 + n;
    out[get_global_id(0)] = sum;
}
