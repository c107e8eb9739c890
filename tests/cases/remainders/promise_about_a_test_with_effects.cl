//@ option --checked
//@ run sizes=1,2,3,4
// A promise says that a test does not fail, not that it does nothing.
#define MIX(x) (hash = hash * 31 + (uint)(x))

int seen(__private int *count)
{
    return ++*count;
}

__kernel void promised(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i = 0, left = n * 4, calls = 0;
    volatile int limit = n * 4;
    #pragma clunroll exact
    #pragma unroll 4
    while (i++ < n * 4)
        MIX(i);
    i = 0;
    #pragma clunroll exact
    #pragma unroll 4
    do {
        MIX(in[i]);
    } while (++i < 8);
    MIX(i);
    #pragma clunroll exact
    #pragma unroll 2
    while (left --> 0)
        MIX(left);
    #pragma clunroll exact
    #pragma unroll 3
    while (seen(&calls) <= n * 3)
        MIX(calls);
    #pragma clunroll exact
    #pragma unroll 4
    for (i = 0; (hash ^= i) | 1 && i < n * 4; i++)
        MIX(i);
    i = 0;
    #pragma clunroll exact
    #pragma unroll 4
    while (i < limit)
        MIX(i++);
    // Nothing happens in these tests, so that they go.
    __global const int *p = in, *end = in + n * 4;
    #pragma clunroll exact
    #pragma unroll 4
    while (p < end)
        MIX(*p++);
    i = 0;
    #pragma clunroll exact
    #pragma unroll 2
    do {
        MIX(i++);
    } while (i < n * 4 + 2 - get_local_id(0) * 0);
    out[get_global_id(0)] = hash * 100 + calls;
}
