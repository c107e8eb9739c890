// Which of several definitions a factor or a bound has is decided by macros that `-D` and `-U` tell of.
//@ option -DVENDOR=2
//@ option -UWIDE
//@ build -DVENDOR=2
//@ build -DVENDOR=1 -DWIDE
//@ build -DVENDOR=3
//@ build -DVENDOR=3 -DFALLBACK -DWIDE
//@ run sizes=0,1,5,8,17

#if VENDOR == 1
#define FACTOR 8
#elif VENDOR == 2
#define FACTOR 3
#elif defined(FALLBACK)
#define FACTOR 5
#else
#define FACTOR 2
#endif

#ifdef WIDE
#define WIDTH (FACTOR * 4)
#else
#define WIDTH (FACTOR * 2)
#endif

#ifndef UNTOLD
#define ROUNDS 2
#else
#define ROUNDS 6
#endif

__kernel void factor(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll FACTOR
    for (int i = 0; i < n; i++)
        sum = sum * 31 + in[i];
    out[get_global_id(0)] = sum;
}

__kernel void bound(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int i = 0; i < WIDTH; i++)
        sum = sum * 31 + in[i & 3] + i;
    out[get_global_id(0)] = sum;
}

// Nothing is told of what chooses here: the largest counts.
__kernel void untold(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll ROUNDS
    for (int i = 0; i < n; i++)
        sum = sum * 31 + in[i];
    out[get_global_id(0)] = sum;
}
