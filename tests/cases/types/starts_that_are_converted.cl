// First values that the variable's type changes, and ends that it cannot hold.

//@ option --checked
//@ run sizes=0,1,2,3,5,99,100,101,205,255

__kernel void narrow_starts_below_zero(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (uchar i = -1; i < n; i++) {
        hash = hash * 31 + i;
    }
    #pragma unroll 4
    for (uchar i = -100; i < n - 10; i++) hash = hash * 31 + i;
    #pragma unroll 4
    for (ushort i = -4; i < n; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void unsigned_against_long(__global int *out, int n)
{
    uint hash = 1;
    const long m = n;
    #pragma unroll 4
    for (uint i = -4; i < m; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void long_against_size(__global int *out, int n)
{
    uint hash = n + 1;
    const size_t c = 7;
    #pragma unroll
    for (long i = -1; i < c; i++) hash = hash * 31 + i;
    #pragma unroll 2
    for (long i = -1; i < c; i++) hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < (int)16777217.0f - 16777210; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void narrow_outside(__global int *out, int n)
{
    uint hash = 1, count = 0;
    uchar i;
    uchar start = n, bound = 2;
    #pragma unroll 3
    for (i = start; i >= bound; i -= 100) {
        hash = hash * 31 + i;
        if (++count == 500) { out[get_global_id(0)] = hash; return; }
    }
    #pragma unroll 3
    for (i = start; i > bound; i--) hash = hash * 31 + i;
    #pragma unroll 3
    for (i = bound; i < start; ++i) hash = hash * 31 + i;
    out[get_global_id(0)] = hash + i;
}

__kernel void parentheses(__global int *out, int n)
{
    uint hash = 1;
    int i;
    #pragma unroll 4
    for ((i) = 0; (i) < (n); (i)++) hash = hash * 31 + i;
    #pragma unroll 4
    for (((i) = (2)); ((i) < (n)); ((i)++)) { hash = hash * 31 + i; }
    #pragma unroll
    for ((i) = (1); i < 4; i++) hash = hash * 31 + i;
    #pragma unroll 2
    for ((i = 1); i < 9; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash + i;
}
