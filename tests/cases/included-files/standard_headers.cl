// Headers of the standard need not be read: it is known which names they define, and all others keep their meaning.
//@ run sizes=0,1,5,16 global=4 local=4
//@ build -DINT_MAX=3
//@ expect CLU102

#define WIDTH 4
#define CHAR_BIT 6
#ifdef INT_MAX
#define BEFORE 1
#else
#define BEFORE 0
#endif
#include <limits.h>
#include <stdint.h>
#ifdef INT_MAX
#define AFTER 1
#else
#define AFTER 0
#endif

__kernel void kept(__global int *a, int n)
{
    int sum = 0;
#pragma unroll
    for (uint32_t i = 0; i < WIDTH; i++) {
        uint8_t low = sum + i;
        sum = sum * 3 + low;
    }
    a[get_global_id(0)] = sum;
}

// The kernel's argument is the same for all work-items: no other file calls the kernel.
__kernel void uniform(__global int *a, __local int *shared, int n)
{
    int local_id = get_local_id(0);
#pragma unroll 2
    for (int i = 0; i < n; i++) {
        shared[local_id] = i + local_id;
        barrier(CLK_LOCAL_MEM_FENCE);
        a[local_id] += shared[local_id ^ 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__kernel void redefined(__global int *a, int n)
{
    int sum = 0;
#pragma unroll
    for (int i = 0; i < CHAR_BIT; i++)
        sum = sum * 3 + i;
#pragma unroll
    for (int i = 0; i < INT_MAX; i++)
        sum = sum * 3 + i;
#pragma unroll
    for (uint i = 0; i < UINT32_C(5); i++)
        sum = sum * 3 + UINT8_MAX;
    a[get_global_id(0)] = sum;
}

__kernel void tested_before_and_after(__global int *a, int n)
{
    int sum = 0;
#pragma unroll 2
    for (int i = 0; i < n + 3; i++) {
#if BEFORE != AFTER
        sum = sum * 3 + i;
#else
        sum = sum * 5 + i;
#endif
    }
    a[get_global_id(0)] = sum;
}
