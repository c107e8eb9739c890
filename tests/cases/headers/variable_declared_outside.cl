// The variable lives outside and is read after the loop, which must leave the value of the original there, also where
// no iteration runs.

//@ option --checked
//@ run sizes=-3,0,1,2,3,4,5,8,16,17

__kernel void read_after(__global int *out, int n)
{
    uint hash = 1;
    int i;
    #pragma unroll 4
    for (i = 0; i < n; i++) hash = hash * 31 + i;
    hash = hash * 1009 + i;
    #pragma unroll 4
    for (i = 0; i < n; i += 3) { hash = hash * 31 + i; }
    hash = hash * 1009 + i;
    #pragma unroll
    for (i = 2; i < 9; i += 3) hash = hash * 31 + i;
    hash = hash * 1009 + i;
    #pragma unroll
    for (i = 5; i < 5; i++) hash = hash * 31 + i;
    hash = hash * 1009 + i;
    #pragma unroll
    for (i = 8; i < 5; i++) hash = hash * 31 + i;
    hash = hash * 1009 + i;
    #pragma unroll 4
    for (i = n; i > 0; i--) hash = hash * 31 + i;
    out[get_global_id(0)] = hash * 1009 + i;
}

__kernel void no_initialiser(__global int *out, int n)
{
    uint hash = 1;
    int i = 2;
    #pragma unroll 4
    for (; i < n; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash * 1009 + i;
}

__kernel void address_taken(__global int *out, int n)
{
    uint hash = 1;
    int i;
    int *where = &i;
    #pragma unroll 4
    for (i = 0; i < n; i++) {
        hash = hash * 31 + *where;
        if (hash % 5 == 0) *where += 1;
    }
    out[get_global_id(0)] = hash * 1009 + i;
}

__kernel void is_a_parameter(__global int *out, int n, int i)
{
    uint hash = 1;
    #pragma unroll 4
    for (i = 0; i < n; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash * 1009 + i;
}

__kernel void returns_in_between(__global int *out, int n)
{
    int i;
    #pragma unroll 4
    for (i = 0; i < n; i++) {
        if (i == 6) { out[get_global_id(0)] = i; return; }
    }
    out[get_global_id(0)] = 1000 + i;
}

__kernel void outer_of_another_type(__global int *out, int n)
{
    uint hash = 1;
    uchar c;
    ulong l;
    #pragma unroll
    for (c = 250; c < 255; c++) hash = hash * 31 + c;
    hash = hash * 1009 + c;
    #pragma unroll 4
    for (l = 0; l < (ulong)max(n, 0); l++) hash = hash * 31 + (int)l;
    out[get_global_id(0)] = hash * 1009 + (int)l;
}
