// Macros that the host may define as a request: in front of a loop, each is reported, and stays.

//@ run sizes=0,1,2,3,5,8
//@ build -DUNR=
//@ build -DVENDOR=1
//@ build -DVENDOR=2 -DHINT=
//@ build -DBY=if(n>2)

#ifndef UNR
#define UNR _Pragma("unroll 2")
#endif

// It is nothing in all files.
#ifndef HINT
#define HINT
#endif

// The host decides in the last branch alone.
#if VENDOR == 1
#define BY _Pragma("unroll 2")
#elif VENDOR == 2
#define BY _Pragma("unroll 4")
#else
#ifndef BY
#define BY
#endif
#endif

// Not in front of a loop: nobody takes it for a request.
#ifndef EXTRA
#define EXTRA
#endif

__kernel void guards(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNR
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    HINT
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    BY
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    EXTRA
    hash ^= 5;
    out[get_global_id(0)] = hash;
}
