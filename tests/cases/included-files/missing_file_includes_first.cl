// A file that is not found includes others first, which are to be read once, and defines anew what they define: `configuration.h`
// makes LENGTH 9, and leaves it to the file below to make WIDTH 7.

//@ include lengths.h
//@ include widths.h
//@ run sizes=0,1,5,16 global=1 local=1

#include "configuration.h"
#undef WIDTH
#define WIDTH 7
#define WIDE
#include "lengths.h"
#include "widths.h"

__kernel void behind_a_guard(__global int *a, int n)
{
    int sum = 0;
#pragma unroll
    for (int i = 0; i < LENGTH; i++)
        sum = sum * 3 + i;
#pragma unroll 2
    for (int i = 0; i < LENGTH - 1; i++)
        sum = sum * 3 + i;
    a[0] = sum + LENGTH;
}

__kernel void behind_a_pragma(__global int *a, int n)
{
    int sum = 0;
#pragma unroll
    for (int i = 0; i < WIDTH; i++)
        sum = sum * 3 + i;
    a[0] = sum;
}

// What the text of the file is was decided before WIDE was defined.
__kernel void by_its_text(__global int *a, int n)
{
    int sum = 0;
#pragma unroll
    for (int i = 0; i < COUNT; i++)
        sum = sum * 3 + i;
    a[0] = sum;
}

#if LENGTH == 4
#define STOP if (i == 1) break
#else
#define STOP if (i == 3) break
#endif

__kernel void by_a_condition(__global int *a, int n)
{
    int sum = 0;
#pragma unroll 2
    for (int i = 0; i < HALF + n; i++) {
        sum = sum * 3 + table[i & 3];
#if WIDTH < 5
        sum += 5;
#else
        if (sum > 100)
            break;
#endif
        STOP;
    }
    a[0] = sum;
}
