// Text that means something else in a second copy: files that are included once, layouts of structures, jumps in the step.
//@ include step.h
//@ include once_operator.h
//@ include once_trips.h
//@ run sizes=0,1,2,5,9 global=1 local=1

__kernel void imported(__global int *a, int n)
{
    #pragma unroll
    for (int i = 0; i < 3; i++) {
#import "step.h"
        a[i] += n;
    }
}

__kernel void once(__global int *a, int n)
{
    #pragma unroll
    for (int i = 0; i < 3; i++) {
#include "once_operator.h"
        a[i] += n;
    }
}

#include "once_trips.h"
#undef TRIPS
#define TRIPS 8
#include "once_trips.h"

__kernel void redefined_by_a_file_that_is_read_once(__global int *a)
{
    #pragma unroll
    for (int i = 0; i < TRIPS; i++) a[i] = i + 1;
}

__kernel void packed(__global int *a)
{
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        struct Pair { char first; int second; };
        a[i] = sizeof(struct Pair);
#pragma pack(1)
    }
#pragma pack()
}

__kernel void packed_by_an_operator(__global int *a)
{
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        struct Pair { char first; int second; };
        a[i] = sizeof(struct Pair);
        _Pragma("pack(2)")
    }
    _Pragma("pack()")
}

__kernel void jump_in_the_step(__global int *a, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < (n & 15); i++, ({ if (i == 4) continue; sum += i; })) sum = sum * 3 + i;
    a[get_global_id(0)] = sum;
}
