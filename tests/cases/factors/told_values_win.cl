// What `-D` tells of a macro that has a default is what the loop is written for; the output is right for all other values.
//@ option -DWIDTH=3
//@ option -DFACTOR=2
//@ option -DDOUBLED=(WIDTH*2)
//@ build -DWIDTH=3 -DFACTOR=2 -DDOUBLED=6
//@ build -DWIDTH=0 -DFACTOR=5
//@ build -DWIDTH=20 -DDOUBLED=1
//@ run sizes=0,1,2,3,5

#ifndef WIDTH
#define WIDTH 16
#endif
#ifndef FACTOR
#define FACTOR 4
#endif
#ifndef DOUBLED
#define DOUBLED (WIDTH * 4)
#endif

__kernel void widths(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int i = 0; i < WIDTH; i++)
        sum = sum * 31 + in[i & 3];
    #pragma unroll
    for (int i = 0; i < DOUBLED; i++)
        sum = sum * 31 + in[i & 3];
    out[get_global_id(0)] = sum;
}

__kernel void factors(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll FACTOR
    for (int i = 0; i < n; i++)
        sum = sum * 31 + in[i];
    out[get_global_id(0)] = sum;
}
