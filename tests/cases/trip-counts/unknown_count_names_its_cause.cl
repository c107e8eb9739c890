// CLU102 names the part of the bound that is not constant.
//@ expect CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102
//@ run sizes=0,1,5
#define LIMIT n
#define HALF(x) ((x) / 2)

int length_of(int x)
{
    return x & 3;
}

__kernel void names(__global int *out, __global const int *a, int n)
{
    int sum = 0;
    int four = 4;
    int changing = 2;
    const int of_memory = a[0] & 3;
    changing += n;
    #pragma unroll
    for (int i = 0; i < LIMIT; i++)
        sum += a[i];
    #pragma unroll
    for (int i = 0; i < HALF(n); i++)
        sum += a[i];
    #pragma unroll
    for (int i = 0; i < four; i++)
        sum += a[i];
    #pragma unroll
    for (int i = 0; i < changing; i++)
        sum += a[i];
    #pragma unroll
    for (int i = 0; i < of_memory; i++)
        sum += a[i];
    #pragma unroll
    for (int i = 0; i < *a; i++)
        sum += a[i];
    #pragma unroll
    for (int i = 0; i < length_of(3); i++)
        sum += a[i];
    #pragma unroll
    for (int i = n; i < 8; i++)
        sum += i;
    out[get_global_id(0)] = sum;
}
