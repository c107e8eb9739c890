// PoCL follows each way through barriers that an iteration may skip, so their copies are counted in all that is written of a function.

//@ expect CLU102
//@ run sizes=0,1,2,3,5 global=8 local=4

// The inner loop goes first: with both, there would be nine.
__kernel void nested(__global int *out, __local int *share, int n, int m)
{
    const int id = get_local_id(0);
    int sum = 0;
    share[id] = id;
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 2
    for (int i = 0; i < m; i++)
        #pragma unroll 2
        for (int j = 0; j < n; j++) {
            sum += share[(id + j) & 3] * (i + 1);
            if (n > 2) barrier(CLK_LOCAL_MEM_FENCE);
        }
    out[get_global_id(0)] = sum;
}

// Two of them in one body.
__kernel void two_in_a_body(__global int *out, __local int *share, int n)
{
    const int id = get_local_id(0);
    int sum = 0;
    share[id] = id;
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 4
    for (int j = 0; j < n; j++) {
        sum += share[(id + j) & 3];
        if (n > 2) barrier(CLK_LOCAL_MEM_FENCE);
        sum = sum * 3 + share[(id + j + 1) & 3];
        if (n > 3) barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// The first loop takes what there is, the second one stays.
__kernel void one_after_the_other(__global int *out, __local int *share, int n)
{
    const int id = get_local_id(0);
    int sum = 0;
    share[id] = id;
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 2
    for (int j = 0; j < n; j++) {
        sum += share[(id + j) & 3];
        if (n > 2) barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll 2
    for (int j = 0; j < n; j++) {
        sum = sum * 3 + share[(id + j + 1) & 3];
        if (n > 3) barrier(CLK_LOCAL_MEM_FENCE);
    }
    // Nothing is written for this one, and nothing counts for it.
    #pragma unroll
    for (int j = 0; j < n; j++) sum += share[j & 3];
    out[get_global_id(0)] = sum;
}

// Each copy of the outer loop holds the inner one, also where a compiler makes these copies. So the inner loop stays here.
__kernel void in_all_iterations(__global int *out, __local int *share, int n)
{
    const int id = get_local_id(0);
    int sum = 0;
    share[id] = id;
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int i = 0; i < 3; i++)
        #pragma unroll 2
        for (int j = 0; j < n; j++) {
            sum += share[(id + j) & 3] * (i + 1);
            if (n > 2) barrier(CLK_LOCAL_MEM_FENCE);
        }
    out[get_global_id(0)] = sum;
}

// In no loop, copies count whose conditions differ.
__kernel void one_condition_for_each(__global int *out, __local int *share, int n)
{
    const int id = get_local_id(0);
    int sum = 0;
    share[id] = id;
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int i = 0; i < 8; i++) {
        sum += share[(id + i) & 3];
        if ((n + i) & 2) barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// Other copies that are in no loop, and barriers that each iteration of their own loop reaches, do not count.
__kernel void not_counted(__global int *out, __local int *share, int n)
{
    const int id = get_local_id(0);
    int sum = 0;
    share[id] = id;
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int i = 0; i < 8; i++) {
        sum += share[(id + i) & 3];
        if (i < 4) barrier(CLK_LOCAL_MEM_FENCE);
    }
    #pragma unroll 2
    for (int i = 0; i < 3; i++)
        #pragma unroll 2
        for (int j = 0; j < n; j++) {
            sum = sum * 3 + share[(id + j) & 3];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    out[get_global_id(0)] = sum;
}
