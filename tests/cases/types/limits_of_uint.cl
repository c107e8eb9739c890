// Unsigned bounds near the top: a step can jump over the bound and wrap, after which the loop goes on from below.
// What never ends leaves by `return`.

//@ option --checked
//@ run sizes=0,1,3,4,5,8,4294967287,4294967288,4294967291,4294967292,4294967293,4294967294,4294967295

__kernel void by_one(__global uint *out, uint n)
{
    uint id = get_global_id(0), count = 0;
    uint hash = 7;
    #pragma unroll 4
    for (uint i = 0; i < n; i++) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}

__kernel void by_one_near_the_end(__global uint *out, uint n)
{
    uint id = get_global_id(0);
    uint hash = 7;
    #pragma unroll 4
    for (uint i = 4294967286u; i < n; i++)
        hash = hash * 31 + i;
    out[id] = ~hash;
}

__kernel void by_four_wraps(__global uint *out, uint n)
{
    uint id = get_global_id(0), count = 0;
    uint hash = 7;
    #pragma unroll 4
    for (uint i = 4294967273u; i < n; i += 4) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}

__kernel void constant_by_four_wraps(__global uint *out, uint n)
{
    uint id = get_global_id(0), hash = 7 + n, count = 0;
    #pragma unroll
    for (uint i = 4294967273u; i < 4294967294u; i += 4) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}

__kernel void down_by_three_wraps(__global uint *out, uint n)
{
    uint id = get_global_id(0), count = 0;
    uint hash = 7;
    #pragma unroll 4
    for (uint i = n; i > 1; i -= 3) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}

__kernel void up_to_the_last(__global uint *out, uint n)
{
    uint id = get_global_id(0), count = 0;
    uint hash = 7;
    #pragma unroll 4
    for (uint i = 4294967290u; i <= n; i++) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}

__kernel void never_below_zero(__global uint *out, uint n)
{
    uint id = get_global_id(0), count = 0;
    uint hash = 7;
    #pragma unroll 4
    for (uint i = n; i >= 0; i--) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}

__kernel void not_equal_wraps(__global uint *out, uint n)
{
    uint id = get_global_id(0), count = 0;
    uint hash = 7;
    #pragma unroll 4
    for (uint i = 4294967290u; i != n; i++) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}

__kernel void not_equal_by_two(__global uint *out, uint n)
{
    uint id = get_global_id(0), count = 0;
    uint hash = 7;
    #pragma unroll 4
    for (uint i = 0; i != n; i += 2) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}
