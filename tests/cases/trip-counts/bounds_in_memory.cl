// A bound in memory that the loop cannot store to: the trips are counted.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9,16
//@ run kernel=rows sizes=1 global=8 local=8
//@ run kernel=bound_in_local_memory sizes=0,3,4,9

__kernel void rows(__global int *out, __global const int *row)
{
    const int id = get_global_id(0);
    uint hash = 1;
    #pragma unroll 4
    for (int j = row[id]; j < row[id + 1]; j++) hash = hash * 31 + j;
    out[id] = hash;
}

// `restrict`: the stores go elsewhere.
__kernel void stores_elsewhere(__global int *restrict out, __global const int *restrict row)
{
    const int id = get_global_id(0);
    #pragma unroll 4
    for (int j = 0; j < *(row + id); j++) out[16 * id + (j & 15)] = j + 1;
}

__kernel void bound_in_local_memory(__global int *out, __local int *tile, int n)
{
    __local int count;
    const int id = get_local_id(0);
    if (id == 0) count = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint hash = 1;
    // A variable is not a part of an array.
    #pragma unroll 4
    for (int j = 0; j < count; j++) {
        out[get_global_id(0)] = j;
        hash = hash * 31 + j;
    }
    out[get_global_id(0)] += hash;
}

typedef struct { int first, last; } range;

__kernel void member_of_a_struct(__global int *out, __global const range *ranges)
{
    const int id = get_global_id(0);
    int sums[4] = { 0, 0, 0, 0 };
    #pragma unroll 4
    for (int j = ranges[id].first; j <= ranges[id].last; j += 2) sums[j & 3] += j;
    out[id] = sums[0] + 3 * sums[1] + 5 * sums[2] + 7 * sums[3];
}

// The bound is read where the first test reads it, after the start.
__kernel void bound_after_the_start(__global int *out, __global int *limit, int n)
{
    const int id = get_global_id(0);
    limit[id] = n;
    uint hash = 1;
    #pragma unroll 4
    for (int j = (limit[id] = n + 3, 1); j < limit[id]; j++) hash = hash * 31 + j;
    out[id] = hash;
}

__kernel void pointer_to_a_bound(__global int *out, __global const int *row, __global const int *data)
{
    const int id = get_global_id(0);
    uint hash = 1;
    #pragma unroll 4
    for (__global const int *p = data + row[id]; p < data + row[id + 1]; p++) hash = hash * 31 + *p;
    out[id] = hash;
}

__kernel void in_a_while_loop(__global int *out, __global const uint *row)
{
    const int id = get_global_id(0);
    uint hash = 1, j = 0;
    #pragma unroll 2
    while (j < row[id]) {
        hash = hash * 31 + j;
        if (hash == 5) break;
        ++j;
    }
    out[id] = hash + j;
}

// The types of bound and variable differ, and the largest values of both are near.
__kernel void narrow_bound(__global int *out, __global const uchar *row, int n)
{
    const int id = get_global_id(0);
    uint hash = 1;
    #pragma unroll 4
    for (long j = -n; j < row[id]; j += 3) hash = hash * 31 + (int)j;
    out[id] = hash;
}

// Only one configuration stores there.
__kernel void in_one_configuration(__global int *out, __global int *limit, int n)
{
    const int id = get_global_id(0);
    limit[id] = n;
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < limit[id]; j++) {
        hash = hash * 31 + j;
#ifdef STORES
        if (j == 2) limit[id] = 4;
#endif
    }
    out[id] = hash;
}
