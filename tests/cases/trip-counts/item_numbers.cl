// Loops that begin with a work-item's number, in kernels whose work-group size is required.

//@ option --checked
//@ expect CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102
//@ run sizes=0,1,5,300 global=16 local=8

#define GROUP 8
#define REQUIRED __attribute__((reqd_work_group_size(GROUP, 1, 1)))

__kernel REQUIRED void of_a_group(__global const int *in, __global int *out, int n)
{
    const int item = get_local_id(0);
    int sum = n;
    // Four trips.
    #pragma unroll
    for (int i = get_local_id(0); i < 32; i += GROUP)
        sum = sum * 3 + in[i];
    #pragma unroll
    for (uint i = item; i < 4 * GROUP; i += GROUP) {
        if (i == 17)
            continue;
        sum += in[i] * 5;
    }
    int last = item + GROUP, k;
    #pragma unroll 4
    for (k = last - 8 + 1; k <= 16; k += get_local_size(0)) {
        sum ^= in[k];
        if (sum == 12345)
            break;
    }
    sum += k;
    // Downwards.
    #pragma unroll
    for (int i = 31 - item; i >= 0; i -= GROUP)
        sum = sum * 7 + in[i];
    // Three loops that run the same number of times in each other.
    #pragma unroll
    for (size_t i = item; i < 2 * GROUP; i += GROUP) {
        #pragma unroll
        for (int j = 0; j < 2; j++)
            sum += in[i + j] << j;
    }
    out[get_global_id(0)] = sum;
}

__kernel REQUIRED void with_barriers(__global const int *in, __global int *out, int n)
{
    __local int tile[32];
    #pragma unroll
    for (int i = get_local_id(0); i < 32; i += GROUP) {
        tile[i] = in[i] + n;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    int sum = 0;
    #pragma unroll
    for (int i = get_local_id(0); i < 32; i += 8)
        sum += tile[31 - i];
    out[get_global_id(0)] = sum;
}

// Left: the number of trips differs between work-items, or may.
__kernel REQUIRED void differs(__global const int *in, __global int *out, int n)
{
    int changed = get_local_id(0);
    uchar small = 255;
    int sum = n;
    #pragma unroll
    for (int i = get_local_id(0); i < 30; i += GROUP)
        sum += in[i];
    #pragma unroll
    for (int i = get_local_id(0); i < 33; i += GROUP)
        sum += in[i];
    #pragma unroll
    for (int i = get_global_id(0); i < 32; i += GROUP)
        sum += in[i];
    if (n > 3)
        changed += 5;
    #pragma unroll
    for (int i = changed; i < 32; i += GROUP)
        sum += in[i];
    #pragma unroll
    for (uchar i = 250 + get_local_id(0); i > 16; i += GROUP)
        sum += in[i & 31];
    #pragma unroll
    for (int i = get_local_id(0); i != 32; i += GROUP) {
        if (i > 100) break;
        sum += in[i & 31];
    }
    #pragma unroll
    for (uint i = get_local_id(0) - 1; i < 31; i += GROUP)
        sum += in[i];
    #pragma unroll
    for (int i = get_local_id(n & 1); i < 32; i += GROUP)
        sum += in[i];
    out[get_global_id(0)] = sum;
}

// Left: nothing says how large a group is.
__kernel void of_any_group(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int i = get_local_id(0); i < 32; i += 8)
        sum += in[i];
    out[get_global_id(0)] = sum;
}
