// The kernel fixes the size of its work-groups, and the user promises that all groups have that size.

//@ option --cl-std=CL2.0
//@ option --uniform-work-groups
//@ run sizes=0,3 global=16 local=8

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void promised(__global const int *in, __global int *out, int n)
{
    __local int parts[8];
    const size_t id = get_local_id(0);
    parts[id] = in[get_global_id(0)] + n;
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int level = get_local_size(0) / 2 - 1; level > 0; level--) {
        if (id < level)
            parts[id] += parts[id + level];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (int d = get_local_size(0) / 2; d > 0; d >>= 1) {
        if (id < d)
            parts[id] += parts[id + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll
    for (size_t d = 1; d < get_local_size(0); d *= 2) {
        if (id % (2 * d) == 0)
            parts[id] ^= parts[id + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = parts[id];
}
