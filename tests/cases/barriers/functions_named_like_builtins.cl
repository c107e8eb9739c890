// Macros make the heads of functions that are named like built-in functions: their bodies count, not their names.

//@ option --checked
//@ run sizes=0,1,2,3,7 global=8 local=8

#define INLINE(type) __attribute__((always_inline)) inline type
#define COUNTER(name) int name(__private int *p) { return (*p)++; }
#define OVERLOADED(type) type __attribute__((overloadable))

INLINE(int) get_sum(__local int *t)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += t[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

INLINE(void) barrier_if(int condition) { if (condition) barrier(CLK_LOCAL_MEM_FENCE); }

COUNTER(get_next)

OVERLOADED(int) pick(long x) { return 1; }
OVERLOADED(int) pick(__private int *x) { return 2; }

int (get_five)(void) { return 5; }

// Work-items make different numbers of trips: none of these loops may be counted.
__kernel void meets_in_a_getter(__global int *out, int n)
{
    __local int t[8];
    int l = get_local_id(0);
    t[l] = l;
    int m = n + (l & 1);
    #pragma unroll 8
    for (int i = 0; i < m; i++) { if (i < 0) t[l] += get_sum(t) & 255; }
    out[get_global_id(0)] = t[l];
}

__kernel void meets_if_asked(__global int *out, int n)
{
    __local int t[8];
    int l = get_local_id(0);
    t[l] = l;
    int m = n + (l & 1);
    #pragma unroll 8
    for (int i = 0; i < m; i++) { barrier_if(i < 0); t[l] += i; }
    out[get_global_id(0)] = t[l];
}

// Each test counts.
__kernel void counts(__global int *out)
{
    int sum = 0, c = 0;
    #pragma clunroll exact
    #pragma unroll 4
    for (int i = 0; get_next(&c) < 8; i++) sum += i + c;
    #pragma unroll 2
    for (int i = 0; i < get_five(); i++) sum += i;
    out[get_global_id(0)] = sum + 100 * c;
}

// A constant 0 is a null pointer, too.
__kernel void overloads(__global int *out)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 3; i++) sum += pick(i);
    out[get_global_id(0)] = sum;
}
