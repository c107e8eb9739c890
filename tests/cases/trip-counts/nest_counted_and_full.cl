// Counted loops around complete ones, inside them, and inside each other; the inner one three deep.

//@ expect CLU102
//@ run sizes=0,1,2,3,4,5,7,8,9

__kernel void counted_around_full(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        #pragma unroll
        for (int j = 0; j < 3; j++)
            hash = hash * 31 + in[i + j];
    }
    out[get_global_id(0)] = hash;
}

__kernel void full_around_counted(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        #pragma unroll 4
        for (int j = i; j < n; j++)
            hash = hash * 31 + in[i + j];
    }
    out[get_global_id(0)] = hash;
}

__kernel void counted_around_counted(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        #pragma unroll 4
        for (int j = 0; j < i; j++)
            hash = hash * 31 + in[i + j];
    out[get_global_id(0)] = hash;
}

__kernel void counted_three_deep(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        #pragma unroll 3
        for (int j = n; j > i; j--) {
            #pragma unroll 2
            for (int k = i; k <= j; k += 2) {
                hash = hash * 31 + in[i + j + k];
            }
        }
    }
    out[get_global_id(0)] = hash;
}

__kernel void plain_loops_between(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    for (int i = 0; i < n; i++) {
        #pragma unroll 2
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < 2; k++) {
                #pragma unroll
                for (int l = k; l < 3; l++)
                    hash = hash * 31 + in[i + j + l];
            }
        }
    }
    out[get_global_id(0)] = hash;
}

__kernel void kept_inside_unrolled(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        #pragma unroll 1
        for (int j = 0; j < 3; j++)
            hash = hash * 31 + in[i + j];
    }
    out[get_global_id(0)] = hash;
}
