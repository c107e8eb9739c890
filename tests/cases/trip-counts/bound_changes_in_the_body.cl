// The body writes what the bound reads: directly, through a pointer, in global memory. None of these trip counts is
// known before the loop.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9,16

__kernel void writes_the_bound(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        if (i == 2) n--;
    }
    out[get_global_id(0)] = hash;
}

__kernel void writes_the_bound_through_a_pointer(__global int *out, int n)
{
    uint hash = 1;
    int *where = &n;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        if (i == 2) *where -= 1;
    }
    out[get_global_id(0)] = hash;
}

__kernel void writes_the_bound_through_an_array(__global int *out, int n)
{
    int bounds[2] = { n, n };
    int *where = bounds + 1;
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < bounds[1]; i++) {
        hash = hash * 31 + i;
        if (i == 1) *where -= 1;
    }
    out[get_global_id(0)] = hash;
}

__kernel void bound_in_global_memory(__global int *out, __global int *limit, int n)
{
    int id = get_global_id(0);
    limit[id] = n;
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < limit[id]; i++) {
        hash = hash * 31 + i;
        if (i == 3) limit[id] = 5;
    }
    out[id] = hash;
}

__kernel void address_taken_but_not_used(__global int *out, int n)
{
    uint hash = 1;
    int *where = &n;
    *where += 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}
