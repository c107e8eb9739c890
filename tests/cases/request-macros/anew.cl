// Conditions that mean something else at the request than at the definition, and macros that are defined again.

//@ run sizes=0,1,2,3,5,8
//@ build -DFAST
//@ build -DWIDE
//@ build -DFAST -DWIDE

#ifdef FAST
#define UNR _Pragma("unroll 2")
#else
#define UNR _Pragma("unroll 3")
#endif

#ifdef WIDE
#define AGAIN _Pragma("unroll 4")
#else
#define AGAIN
#endif

__kernel void before(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNR
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    AGAIN
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

#undef AGAIN
#ifdef FAST
#define AGAIN _Pragma("unroll 5")
#else
#define AGAIN _Pragma("unroll 2")
#endif

#ifdef WIDE
#undef WIDE
#endif

__kernel void between(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    AGAIN
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

#undef FAST

__kernel void behind(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNR
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    AGAIN
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
