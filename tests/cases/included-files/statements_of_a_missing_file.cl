// Macros of a file that was not read stand alone as statements: they may declare and write anything.
//@ option --checked
//@ run sizes=0,1,5,16 global=1 local=1

#include "locals.h"

__kernel void declared(__global int *a, int n)
{
    const int length = 8;
    if (n > 0) {
        LOCALS;
#pragma unroll
        for (int i = 0; i < length; i++)
            a[0] = a[0] * 3 + i;
#pragma unroll 4
        for (int i = 0; i < length; i++)
            a[0] = a[0] * 5 + i;
    }
#pragma unroll 4
    for (int i = 0; i < length; i++)
        a[0] = a[0] * 7 + i;
}

__kernel void written(__global int *a, int n)
{
    int length = 8;
#pragma unroll 2
    for (int i = 0; i < length; i++)
        a[0] = a[0] * 3 + i;
    if (n > 3)
        HALVE;
#pragma unroll 2
    for (int i = 0; i < length; i++)
        a[0] = a[0] * 5 + i;
}

// No macro can be meant by what the file declares.
__kernel void harmless(__global int *a, int n)
{
    const int length = 4;
    n;
#pragma unroll
    for (int i = 0; i < length; i++)
        a[0] = a[0] * 3 + i + n;
}
