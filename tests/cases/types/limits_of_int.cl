// Bounds near the ends of int, with a body that returns early: `i + 3 < n` and `n - 3` both overflow here, and the
// exact end does not.

//@ run sizes=-2147483648,-2147483647,-2147483645,-1,0,1,3,4,5,2147483640,2147483644,2147483645,2147483646,2147483647

__kernel void up_returns_early(__global int *out, int n)
{
    int id = get_global_id(0);
    uint hash = 7;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        if (i == 37) { out[id] = hash; return; }
    }
    out[id] = -hash;
}

__kernel void up_near_the_end(__global int *out, int n)
{
    int id = get_global_id(0);
    uint hash = 7;
    #pragma unroll 4
    for (int i = 2147483639; i < n; i++) {
        hash = hash * 31 + i;
    }
    out[id] = hash;
}

__kernel void from_the_lowest(__global int *out, int n)
{
    int id = get_global_id(0);
    uint hash = 7;
    #pragma unroll 4
    for (int i = INT_MIN; i < n; i++) {
        hash = hash * 31 + i;
        if (i == INT_MIN + 37) { out[id] = hash; return; }
    }
    out[id] = -hash;
}

__kernel void down_returns_early(__global int *out, int n)
{
    int id = get_global_id(0), count = 0;
    uint hash = 7;
    #pragma unroll 4
    for (int i = n; i > -2147483647; i--) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = -hash;
}

__kernel void down_to_n(__global int *out, int n)
{
    int id = get_global_id(0), count = 0;
    uint hash = 7;
    #pragma unroll 4
    for (int i = 0; i > n; i--) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = -hash;
}

__kernel void whole_range(__global int *out, int n)
{
    int id = get_global_id(0), count = 0;
    uint hash = 7;
    #pragma unroll 4
    for (int i = -2147483647 - 1; i != n; i++) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = -hash;
}
