// Bounds near the ends of `long`, where a formula in 32 bits would cut the count.

//@ run sizes=-9223372036854775808,-4294967297,-1,0,1,3,4,5,4294967296,4294967297,9223372036854775806,9223372036854775807

__kernel void signed_up(__global long *out, long n)
{
    int id = get_global_id(0);
    ulong hash = 7, count = 0;
    #pragma unroll 4
    for (long i = 0; i < n; i++) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}

__kernel void signed_from_far(__global long *out, long n)
{
    int id = get_global_id(0);
    ulong hash = 7, count = 0;
    #pragma unroll 3
    for (long i = 4294967290L; i < n; i += 2) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}

__kernel void unsigned_down(__global ulong *out, ulong n)
{
    int id = get_global_id(0);
    ulong hash = 7, count = 0;
    #pragma unroll 4
    for (ulong i = n; i > 0; i--) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}

__kernel void unsigned_wraps(__global ulong *out, ulong n)
{
    int id = get_global_id(0);
    ulong hash = 7, count = 0;
    #pragma unroll 4
    for (ulong i = n; i < 0xFFFFFFFFFFFFFFFEUL; i += 5) {
        hash = hash * 31 + i;
        if (++count == 37) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}
