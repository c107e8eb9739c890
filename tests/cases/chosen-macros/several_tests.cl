// Conditions of several tests. What each of them says is not known in a branch, but the whole says what it said.

//@ run sizes=0,1,2,5
//@ build -DA
//@ build -DB=2
//@ build -DA -DB=1
//@ build -DC
//@ build -DA -DC
//@ build -DA -DB=2 -DC -DD
//@ build -DLATE

#if defined(A) || B > 1
#define UNROLL _Pragma("unroll")
#else
#define UNROLL
#endif

#if defined(A) && defined(C)
#define BY_THREE _Pragma("unroll 2")
#elif defined(C) || (defined(B) && !(defined(D) || B == 1))
#define BY_THREE _Pragma("unroll 3")
#else
#define BY_THREE hash++;
#endif

__kernel void places(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNROLL
    for (int i = 0; i < 4; i++) {
        hash = hash * 31 + in[i];
    }
    BY_THREE for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

// The body asks what the request asks: what counts twice is never in a loop that is unrolled.
__kernel void asked_again(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
#if defined(A) || B > 1
    #pragma unroll 2
#endif
    for (int i = 0; i < n; i++) {
#if defined(A) || B > 1
        hash = hash * 31 + in[i];
#else
        i++;
#endif
    }
    out[get_global_id(0)] = hash;
}

#if defined(LATE) || defined(C)
#define BEFORE hash++; for
#else
#define BEFORE _Pragma("unroll") for
#endif
#ifndef LATE
#define LATE
#endif

// One of the tests says something else by now.
__kernel void too_late(__global const int *in, __global int *out)
{
    uint hash = 1;
    BEFORE (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
