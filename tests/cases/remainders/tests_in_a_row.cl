// What remains after the main loop is written as tests one after the other, also with a `break`.
//@ option --remainder in-a-row
//@ run sizes=1,3,4,5,7,64

__kernel void sum(__global const int *in, __global int *out, int n)
{
    int all = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) all = all * 3 + in[i];
    out[get_global_id(0)] = all;
}

__kernel void until(__global const int *in, __global int *out, int n)
{
    int all = 0;
    #pragma unroll 3
    for (int i = 0; i < n; i++) {
        if (in[i] > 40) break;
        if (in[i] < 3) continue;
        all = all * 3 + in[i];
    }
    out[get_global_id(0)] = all;
}
