// The pragma in a conditional group, a whole loop in one, and requests in exclusive branches.

//@ run sizes=0,1,3,4,5,9
//@ build -DUNROLLED
//@ build -DUNROLLED -DFAST

__kernel void conditional(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
#ifdef UNROLLED
    #pragma unroll 4
#endif
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];

#ifdef UNROLLED
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
#else
    #pragma unroll 2
    for (int i = 0; i < n; i++) hash = hash * 37 + in[i];
#endif

#if defined(UNROLLED) && defined(FAST)
    #pragma unroll 8
#elif defined(UNROLLED)
    #pragma unroll 4
#else
    #pragma unroll 2
#endif
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

#ifdef UNROLLED
__kernel void only_then(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash + n;
}
#endif
