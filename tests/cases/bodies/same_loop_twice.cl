// The same loop twice in one function and again in another: the names that are made must not meet.

//@ run sizes=0,1,2,3,4,5,9

#define UNTIL(n) for (int i = 0; i < n; i++)

int sum_twice(__global const int *in, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum += in[i];
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum = sum * 3 + in[i];
    return sum;
}

__kernel void again(__global const int *in, __global int *out, int n)
{
    int sum = sum_twice(in, n), i;
    #pragma unroll 4
    for (i = 0; i < n; i++) sum += in[i];
    #pragma unroll 4
    for (i = 1; i < n; i++) sum = sum * 3 + in[i];
    #pragma unroll 3
    for (int i = 0; i < n; i++) sum += in[i];
    out[get_global_id(0)] = sum + i;
}
