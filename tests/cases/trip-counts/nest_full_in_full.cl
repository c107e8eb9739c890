// Requests in requests, all complete; the inner bounds and starts depend on the outer variable, which each copy knows.

//@ run sizes=0,1,5

__kernel void two_deep(__global const int *in, __global int *out, int n)
{
    uint hash = n;
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        #pragma unroll
        for (int j = 0; j < 4; j++) {
            hash = hash * 31 + in[i * 4 + j];
        }
    }
    out[get_global_id(0)] = hash;
}

__kernel void triangle(__global const int *in, __global int *out, int n)
{
    uint hash = n;
    #pragma unroll
    for (int i = 0; i < 4; i++)
        #pragma unroll
        for (int j = 0; j < i; j++)
            hash = hash * 31 + in[i * 4 + j];
    #pragma unroll
    for (int i = 3; i >= 0; i--)
        #pragma unroll
        for (int j = i; j < 2 * i + 1; j++)
            hash = hash * 31 + in[i * 4 + j];
    out[get_global_id(0)] = hash;
}

__kernel void three_deep(__global const int *in, __global int *out, int n)
{
    uint hash = n;
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        int line = i * 8;
        #pragma unroll
        for (int j = 0; j < 2; j++) {
            int cell = line + j * 4;
            #pragma unroll
            for (int k = j; k < 4; k++) {
                int at = cell + k;
                hash = hash * 31 + in[at];
            }
            hash ^= cell;
        }
        hash += line;
    }
    out[get_global_id(0)] = hash;
}

__kernel void same_name_twice(__global const int *in, __global int *out, int n)
{
    uint hash = n;
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        hash = hash * 31 + i;
        #pragma unroll
        for (int i = 5; i < 7; i++)
            hash = hash * 31 + i;
        hash = hash * 31 + i;
    }
    out[get_global_id(0)] = hash;
}
