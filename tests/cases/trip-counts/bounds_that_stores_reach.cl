// A bound in memory that the loop may store to, in every way: the test stays before each copy.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9,16

void store_there(__global int *where, int value)
{
    where[0] = value;
}

__kernel void by_an_element(__global int *out, int n)
{
    int b[2] = { 0, n };
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < b[1]; j++) {
        b[j & 1] -= 1;
        hash = hash * 31 + b[0];
    }
    out[get_global_id(0)] = hash;
}

__kernel void by_a_built_in_function(__global int *out, __global int *limit, int n)
{
    const int id = get_global_id(0);
    limit[id] = n;
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < limit[id]; j++) {
        hash = hash * 31 + j;
        if (j == 1) hash += (int)(4.0f * frexp(8.0f, limit + id));
    }
    out[id] = hash;
}

__kernel void by_a_vector(__global int *out, __global int *limit, int n)
{
    const int id = get_global_id(0);
    limit[2 * id + 1] = n;
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < limit[2 * id + 1]; j++) {
        hash = hash * 31 + j;
        if (j == 2) vstore2((int2)(1, 5), id, limit);
    }
    out[id] = hash;
}

__kernel void by_a_function(__global int *out, __global int *limit, int n)
{
    const int id = get_global_id(0);
    limit[id] = n;
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < limit[id]; j++) {
        hash = hash * 31 + j;
        if (j == 2) store_there(limit + id, 4);
    }
    out[id] = hash;
}

__kernel void by_another_name(__global int *out, __global int *limit, int n)
{
    const int id = get_global_id(0);
    __global int *same = &limit[id];
    limit[id] = n;
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < limit[id]; j++) {
        hash = hash * 31 + j;
        if (j == 2) *same = 4;
    }
    out[id] = hash;
}

__kernel void by_the_step(__global int *out, __global int *limit, int n)
{
    const int id = get_global_id(0);
    limit[id] = n;
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < limit[id]; j++, limit[id]--) hash = hash * 31 + j;
    out[id] = hash;
}

__kernel void by_a_component(__global int *out, __global int4 *limit, int n)
{
    const int id = get_global_id(0);
    limit[id] = (int4)(n);
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < limit[id].y; j++) {
        hash = hash * 31 + j;
        if (j == 2) limit[id].xy = (int2)(7, 5);
    }
    out[id] = hash;
}

__kernel void by_an_atomic_function(__global int *out, __global int *limit, int n)
{
    const int id = get_global_id(0);
    limit[id] = n;
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < limit[id]; j++) {
        hash = hash * 31 + j;
        if (j == 2) atomic_dec(limit + id);
    }
    out[id] = hash;
}

__kernel void the_pointer_moves(__global int *out, __global const int *limit)
{
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < *limit && j < 20; j++) hash = hash * 31 + j + *limit++;
    #pragma unroll 4
    for (int j = 0; j < *limit; j++) {
        hash = hash * 31 + j;
        if (j < 9) limit++;
    }
    out[get_global_id(0)] = hash;
}

__kernel void the_index_changes(__global int *out, __global const int *limit)
{
    uint hash = 1, k = 0;
    #pragma unroll 4
    for (int j = 0; j < limit[k]; j++) {
        hash = hash * 31 + j;
        if (j < 9) k++;
    }
    out[get_global_id(0)] = hash;
}

__kernel void in_local_memory(__global int *out, int n)
{
    __local int count[64];
    const int id = get_local_id(0);
    __local int *own = count + id;
    count[id] = n;
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < count[id]; j++) {
        hash = hash * 31 + j;
        if (j == 1) own[0] -= 1;
    }
    out[get_global_id(0)] = hash;
}

__kernel void volatile_bound(__global int *out, volatile __global int *limit, int n)
{
    const int id = get_global_id(0);
    limit[id] = n;
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < limit[id]; j++) hash = hash * 31 + j;
    out[id] = hash;
}

// A host may pass one buffer for both.
__kernel void in_constant_memory(__global int *out, __constant int *limit)
{
    const int id = get_global_id(0);
    #pragma unroll 4
    for (int j = 0; j < limit[id]; j++) out[16 * id + j] = j + 1;
}
