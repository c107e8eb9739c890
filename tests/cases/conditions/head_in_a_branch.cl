// A conditional that begins before the function, and ends between a request and its loop: its head is not written twice.
//@ build -DUNROLLED

#if 0
__kernel void other(__global const int *in, __global int *out)
{
#else
__kernel void conditional(__global const int *in, __global int *out, int n)
{
    int hash = 1;
#ifdef UNROLLED
    #pragma unroll 4
#endif
#endif
    for (int i = 0; i < n; i++)
        hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
