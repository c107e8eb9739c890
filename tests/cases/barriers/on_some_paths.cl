// A barrier in one iteration only, with a uniform trip count.

//@ run sizes=1,2,3,4,5,9 global=8 local=4

__kernel void uniform_count(__global const int *in, __global int *out, __local int *share, int n)
{
    const int id = get_local_id(0);
    int sum = 1;
    share[id] = in[id];
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (i == 0) barrier(CLK_LOCAL_MEM_FENCE);
        sum = sum * 3 + share[(id + i) & 3];
    }
    out[get_global_id(0)] = sum;
}

// PoCL follows each way through the barriers, which is too much for more copies than four.
__kernel void too_many_copies(__global const int *in, __global int *out, __local int *share, int n)
{
    const int id = get_local_id(0);
    int sum = 1;
    share[id] = in[id];
    #pragma unroll 5
    for (int i = 0; i < n; i++) {
        if (i == 0) barrier(CLK_LOCAL_MEM_FENCE);
        sum = sum * 3 + share[(id + i) & 3];
    }
    // Here each copy knows whether it has one.
    #pragma unroll
    for (int i = 0; i < 8; i++) {
        if (i == 7) barrier(CLK_LOCAL_MEM_FENCE);
        sum = sum * 3 + share[(id + i) & 3];
    }
    out[get_global_id(0)] = sum;
}

// In other loops, there are more ways.
__kernel void inside_others(__global const int *in, __global int *out, __local int *share, int n)
{
    const int id = get_local_id(0);
    int sum = 1;
    share[id] = in[id];
    for (int j = 0; j < 2; j++) {
        #pragma unroll 3
        for (int i = 0; i < n; i++) {
            if (i == 0) barrier(CLK_LOCAL_MEM_FENCE);
            sum = sum * 3 + share[(id + i) & 3];
        }
        #pragma unroll 2
        for (int i = 0; i < n; i++) {
            if (i == 0) barrier(CLK_LOCAL_MEM_FENCE);
            sum = sum * 5 + share[(id + i) & 3];
        }
    }
    out[get_global_id(0)] = sum;
}
