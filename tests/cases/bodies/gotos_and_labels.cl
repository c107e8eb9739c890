// Each copy gets labels of its own; a goto may leave the loop.

//@ run sizes=0,1,2,3,4,5,6,9

__kernel void inside(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (in[i] & 1) goto next;
        hash = hash * 31 + in[i];
next:
        hash++;
    }
    out[get_global_id(0)] = hash;
}

__kernel void outwards(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + in[i];
        if (i == 5) goto done;
    }
    hash += 1000;
done:
    out[get_global_id(0)] = hash;
}

__kernel void label_before_the_loop(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int turns = 0;
again:
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    if (++turns < 2) goto again;
    out[get_global_id(0)] = hash;
}
