// Loops whose trips cannot be counted stay for the compiler, with their requests: tests before the copies would make them slower.

__kernel void bound_that_changes(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        if (i == 2) n--;
    }
    out[get_global_id(0)] = hash;
}

__kernel void no_step(__global int *out, __global const int *in)
{
    int at = 0, count = 0;
    #pragma unroll 4
    while (in[at] != 0 && count < 30) {
        at = in[at];
        count++;
    }
    out[get_global_id(0)] = at + count;
}

__kernel void inside_a_loop_that_is_unrolled(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int k = 0; k < 2; k++) {
        #pragma unroll 4
        for (int i = k; i < n; i++) {
            hash = hash * 31 + i;
            if (i == 5) n--;
        }
    }
    out[get_global_id(0)] = hash;
}

// Nothing is tested between the copies.
__kernel void tests_that_never_fail(__global int *out)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 1; i < 200; i *= 2) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

typedef struct { int count, values[3]; } Bucket;

// An element of a member: no name of a pointer is before its brackets.
__kernel void stores_to_a_member(__global int *out, __global Bucket *limit, int n)
{
    const int id = get_global_id(0);
    limit[id].count = n;
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < limit[id].count; j++) {
        hash = hash * 31 + limit[id].values[j % 3];
        limit[id].values[(j + 1) % 3] = hash & 7u;
    }
    out[id] = hash;
}
