// Names in heads of functions that only a file which is not found defines: as specifiers, as the memory that a parameter points to, as types.

//@ run sizes=0,1,5,16 global=1 local=1

#include "names.h"

INLINE_FUNC void add(__global int *out, const int length) {
    #pragma unroll 4
    for (int i = 0; i < length; i++)
        out[0] = out[0] * 3 + i;
}

INLINE_FUNC real sum(POINTER real *values, const int length) {
    real sum = 0;
    #pragma unroll 4
    for (int i = 0; i < length; i++)
        sum = sum * 3 + values[i];
    return sum;
}

NOINLINE INLINE_FUNC unsigned int last(POINTER const real *const values, const int length) {
    unsigned int found = 0;
    #pragma unroll
    for (int i = 0; i < 3; i++)
        if (i < length)
            found = values[i];
    return found;
}

__kernel void all(__global int *out, int n) {
    add(out, n);
    out[0] += sum((POINTER real *)out + 1, n);
    out[0] += last((POINTER real *)out + 1, n);
}
