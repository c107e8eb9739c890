// `#pragma clunroll leave` before requests that are wrong: they are still errors.

//@ norun the requests are invalid
//@ expect CLU001 CLU002 CLU003 CLU007 CLU009 CLU009 CLU101 CLU106

__kernel void wrong(__global int *out, int n)
{
    int sum = 0;
    #pragma clunroll leave
    #pragma unroll -4
    for (int i = 0; i < n; i++) sum += i;
    #pragma clunroll leave
    #pragma unroll n
    for (int i = 0; i < n; i++) sum += i;
    #pragma clunroll leave
    #pragma unroll 4
    if (n) sum += n;
    #pragma clunroll leave(3)
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum += i;
    #pragma clunroll leaves
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum += i;
    #pragma clunroll leave
    #pragma unroll 4
    #pragma unroll 8
    for (int i = 0; i < n; i++) sum += i;
    #pragma clunroll leave
    #pragma unroll 0
    for (int i = 0; i < n; i++) sum += i;
    #pragma clunroll leave
    for (int i = 0; i < n; i++) sum += i;
    out[get_global_id(0)] = sum;
}
