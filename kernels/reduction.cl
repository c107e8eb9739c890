// The sum of an array: each work-item adds up a strided share, then the work-group adds the shares as a tree in local
// memory. The share's loop has a run-time bound and a stride of its own. The tree is counted by its levels, so that
// the trip count is a constant although the distance between the operands halves.
//
// Idea: NVIDIA's parallel reduction sample, from the strided loads to the unrolled last levels.

//@ run sizes=0,1,63,64,65,127,509,4095 global=64 local=64

#define GROUP  64
#define LEVELS 6

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void reduce(__global const int *in, __global int *out, uint n)
{
    __local int shares[GROUP];
    const uint id = get_local_id(0);

    int sum = 0;
    #pragma unroll 4
    for (uint i = id; i < n; i += GROUP)
        sum += in[i];
    shares[id] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    #pragma unroll
    for (int level = LEVELS - 1; level >= 0; level--) {
        const uint distance = 1u << level;
        if (id < distance)
            shares[id] += shares[id + distance];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (id == 0)
        out[get_group_id(0)] = shares[0];
}

// The maximum, its tree driven by the distance itself, which halves.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void reduce_max(__global const int *in, __global int *out, __local int *shares, uint n)
{
    const uint id = get_local_id(0);
    int best = INT_MIN;
    #pragma unroll 4
    for (uint i = id; i < n; i += get_local_size(0))
        best = max(best, in[i] * 7 % 16);
    shares[id] = best;
    barrier(CLK_LOCAL_MEM_FENCE);

    #pragma unroll
    for (uint distance = GROUP / 2; distance > 0; distance >>= 1) {
        if (id < distance)
            shares[id] = max(shares[id], shares[id + distance]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (id == 0)
        out[get_group_id(0)] = shares[0];
}
