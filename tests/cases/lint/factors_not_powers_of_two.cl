// A factor that is not a power of two is reported on request.
//@ lint
//@ select odd-factor
//@ run sizes=0,1,5
__kernel void odd(__global int *out, __global const int *a, int n)
{
    int sum = 0;
    #pragma unroll 3
    for (int i = 0; i < n; i++)
        sum += a[i];
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        sum ^= a[i];
    out[get_global_id(0)] = sum;
}
