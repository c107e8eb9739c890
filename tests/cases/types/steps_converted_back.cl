// Steps that are computed in another type than that of their variable, and converted back: so it may wrap around, which no
// program may do by its own type alone. As unsigned values of a wider type, what comes behind the limit does not follow.

//@ option --checked
//@ run sizes=0,1,2,3,5,8

#define MIX(x) (hash = hash * 31u + (uint)(x))

__kernel void upwards(__global uint *out, int n)
{
    uint hash = 1;
    int start = 0x7ffffffc - n;
    ulong end = 0x80000010ul;
    #pragma unroll 4
    for (int i = start; i < end; i += 1u)
        MIX(i);
    #pragma unroll 2
    for (int i = start; i < end; i += 2ul)
        MIX(i);
    int lives_on = start;
    #pragma unroll 4
    for (; lives_on <= end; lives_on = lives_on + 1L)
        MIX(1);
    MIX(lives_on);
    out[get_global_id(0)] = hash;
}

__kernel void downwards(__global uint *out, int n)
{
    uint hash = 1;
    int start = -2147483646 + n;
    ulong end = 0x100000000ul;
    #pragma unroll 4
    for (int i = start; i > end; i -= 1u)
        MIX(i);
    #pragma unroll 4
    for (int i = start; i >= end; i += -1L)
        MIX(i);
    out[get_global_id(0)] = hash;
}

__kernel void by_a_step_of_the_run(__global uint *out, int n)
{
    uint hash = 1;
    int i;
    uint by = 3 + n;
    ulong end = 0x100000000ul;
    #pragma unroll 4
    for (i = -2147483646; i >= end; i -= by)
        MIX(i);
    MIX(i);
    ulong far = 0x80000003ul + n, wide = 1 + (n & 2);
    #pragma unroll 4
    for (int i = 0x7ffffffa; i < far; i += wide)
        MIX(i);
    #pragma unroll 4
    for (int i = 0x7ffffffa; i < far; i += get_global_size(0))
        MIX(i);
    out[get_global_id(0)] = hash;
}

// Here it goes on from the other end, until something else ends it.
__kernel void goes_on(__global uint *out, int n)
{
    uint hash = 1;
    long end = 0x7fffffffL + n;
    int start = 0x7ffffff9;
    #pragma clunroll remainder(nested)
    #pragma unroll 4
    for (int i = start; i < end; i += 1u) {
        MIX(i);
        if (i < 0 && i > -2147483640)
            break;
    }
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (int i = start; i != end; i += 1L) {
        MIX(i);
        if (i < 0 && i > -2147483640)
            break;
    }
    #pragma clunroll remainder(nested)
    #pragma unroll 3
    for (int i = start; i <= 0x7fffffff - (n & 1); i += 1u) {
        MIX(i);
        if (i < 0)
            break;
    }
    out[get_global_id(0)] = hash;
}

// What counts in its place must not go beyond the limit by its own type.
__kernel void meets(__global uint *out, int n)
{
    uint hash = 1;
    int start = 0x7ffffffc + (n & 1), end = -2147483647 - (n & 1);
    #pragma unroll 2
    for (int i = start; i != end; i += 1u)
        MIX(i);
    #pragma unroll 2
    for (int i = start; i != end; i++)
        if (i == 0x7fffffff) break; else MIX(i);
    #pragma clunroll exact
    #pragma unroll 2
    for (int i = 0; i < 4 * n; i += 2u)
        MIX(i);
    out[get_global_id(0)] = hash;
}

// By its own type it may not, so that its trips are counted as ever.
__kernel void counted(__global uint *out, int n)
{
    uint hash = 1;
    size_t end = n;
    long more = n;
    #pragma unroll 4
    for (int i = 0; i < end; i++)
        MIX(i);
    #pragma unroll 2
    for (int i = 0; i < more; i += 2)
        MIX(i);
    #pragma unroll 2
    for (int i = 0; i < n; i += 2u)
        MIX(i);
    out[get_global_id(0)] = hash;
}
