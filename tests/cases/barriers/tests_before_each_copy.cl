// A loop whose trip count the host decides, with a barrier in each iteration: each copy has a test before it.

//@ run sizes=1024 global=512 local=512

#ifndef LOCAL_SIZE
#define LOCAL_SIZE 512
#endif

// Some compilers follow each way through the barriers, which are twice as many with each of nine tests.
__kernel void reduce(__global const int *in, __global int *out, __local int *share, int n)
{
    const int lid = get_local_id(0);
    share[lid] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int i = LOCAL_SIZE / 2; i > 0; i >>= 1) {
        if (lid < i) share[lid] += share[lid + i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) out[get_group_id(0)] = share[0];
}

#ifndef STEPS
#define STEPS 3
#endif

// The loops of one function share what it may have: the first takes three copies, so that one is left for the others.
__kernel void one_after_the_other(__global const int *in, __global int *out, __local int *share, int n)
{
    const int lid = get_local_id(0);
    share[lid] = in[get_global_id(0)];
    #pragma unroll
    for (int i = 0; i < STEPS; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        share[lid] = share[lid] * 3 + i;
    }
    #pragma unroll
    for (int i = 0; i < STEPS - 1; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        share[lid] = share[lid] * 5 + i;
    }
    #pragma unroll
    for (int i = 0; i < STEPS - 2; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        share[lid] = share[lid] * 7 + i;
    }
    out[get_global_id(0)] = share[lid];
}

// The copies of a loop around it multiply them.
__kernel void in_copies(__global const int *in, __global int *out, __local int *share, int n)
{
    const int lid = get_local_id(0);
    share[lid] = in[get_global_id(0)];
    #pragma unroll
    for (int j = 0; j < 2; j++) {
        #pragma unroll
        for (int i = 0; i < STEPS; i++) {
            barrier(CLK_LOCAL_MEM_FENCE);
            share[lid] = share[lid] * 3 + i;
        }
    }
    out[get_global_id(0)] = share[lid];
}

static void meet(__local int *share, int lid, int i)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    share[lid] = share[lid] * 3 + i;
}

#ifndef MANY
#define MANY 5
#endif

// A function may hold the barrier.
__kernel void in_a_function(__global const int *in, __global int *out, __local int *share, int n)
{
    const int lid = get_local_id(0);
    share[lid] = in[get_global_id(0)];
    #pragma unroll
    for (int i = 0; i < MANY; i++) {
        meet(share, lid, i);
    }
    out[get_global_id(0)] = share[lid];
}
