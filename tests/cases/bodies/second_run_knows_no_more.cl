// What the first run writes must not tell the second run more than the source told the first.

//@ option --checked
//@ expect CLU102
//@ run sizes=0,1,2,3,5,8

__kernel void loops_that_vanish(__global int *out, int n)
{
    uint hash = 1;
    int m = n;
    #pragma unroll 4
    for (int i = 0; i < m; i++) {
        hash = hash * 31 + i;
        #pragma unroll
        for (int j = 0; j < 0; j++) m -= 1;
    }
    out[get_global_id(0)] = hash;
}

__kernel void constants_in_copies(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        const int twice = i * 2;
        #pragma unroll
        for (int j = 0; j < twice; j++) hash = hash * 31 + j;
        #pragma unroll 2
        for (int j = i; j < n; j++) hash = hash * 31 + j;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        const int twice = i * 2;
        #pragma unroll
        for (int j = 0; j < twice; j++) hash = hash * 31 + j;
    }
    out[get_global_id(0)] = hash;
}

__kernel void types_in_bodies(__global int *out, int n)
{
    uint hash = n + 1;
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        hash += sizeof(struct S { int a; char b; });
    }
    #pragma unroll
    for (int i = 0; i < 3; i++) hash += sizeof(struct S { int a; char b; });
    out[get_global_id(0)] = hash;
}
