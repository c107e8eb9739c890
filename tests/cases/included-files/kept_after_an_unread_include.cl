// What the source defines before an include that is not found keeps its meaning, unless the source undefines it, or defines it once
// more. What only one configuration defines, the file may define in the others.
//@ option --checked
//@ run sizes=0,5 global=1 local=1
//@ build -DOWN_LENGTH
//@ build -DROWS=2
//@ build -DFAST

#define WIDTH 4
#define NAME(x) ((x) * 3 + WIDTH)
#ifndef ROWS
#define ROWS 5
#endif
#ifdef TALL
#define HEIGHT 7
#else
#define HEIGHT 3
#endif
#ifdef OWN_LENGTH
#define LENGTH 4
#endif
#define SQUARE AREA
#ifdef FAST
#define BEFORE 1
#else
#define BEFORE 0
#endif
#define COUNT 4
#define TRIPS 3
#include "others.h"
#include "undefines.h"
#ifndef COUNT
#define COUNT 8
#endif
#ifdef FAST
#define AFTER 1
#else
#define AFTER 0
#endif
#if WIDTH != 4
#include "no such file.h"
this is not read
#endif

__kernel void kept(__global int *a, int n)
{
#pragma unroll
    for (int i = 0; i < WIDTH; i++)
        a[i] = NAME(a[i]) + i;
#pragma unroll 2
    for (int i = 0; i < n; i++) {
#if HEIGHT > 4
        a[0] += i;
#else
        a[0] ^= i;
#endif
#ifdef ROWS
        a[1] = a[1] * 3 + WIDTH;
#else
        this is not read
#endif
    }
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        a[i] = a[i] * 7 + i;
#pragma unroll
    for (int i = 0; i < HEIGHT; i++)
        a[i] = a[i] * 9 + i;
}

// The file that undefines COUNT has this second definition as its reason.
__kernel void defined_again(__global int *a, int n)
{
#pragma unroll
    for (int i = 0; i < COUNT; i++)
        a[i] = a[i] * 3 + i;
}

__kernel void defined_in_one_configuration(__global int *a, int n)
{
#pragma unroll
    for (int i = 0; i < LENGTH; i++)
        a[i] = a[i] * 3 + i;
}

__kernel void stands_for_a_name_of_the_file(__global int *a, int n)
{
#pragma unroll
    for (int i = 0; i < SQUARE; i++)
        a[i] = a[i] * 3 + i;
#pragma unroll 4
    for (int i = 0; i < 5; i++)
        a[0] += twice(n);
}

// The same test before the include and after it are two.
__kernel void tested_before_and_after(__global int *a, int n)
{
#pragma unroll 2
    for (int i = 0; i < n + 3; i++) {
#if BEFORE && !AFTER
        break;
#endif
#if !BEFORE && AFTER
        a[0] = a[0] * 3 + i;
#else
        a[0] = a[0] * 5 + i;
#endif
    }
}

__kernel void undefined_later(__global int *a, int n)
{
#pragma unroll
    for (int i = 0; i < TRIPS; i++)
        a[i] = a[i] * 3 + i;
}

#undef TRIPS
