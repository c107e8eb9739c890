// Macros that a condition defines, in places where lines of their own would change what they mean.

//@ run sizes=0,1,2,5
//@ build -DFAST
//@ build -DFAST -DSLOW
//@ build -DOF_HOST(head)=for(head)
//@ build -DENDS=OF_NAMES
//@ build -DFAST -DENDS=OF_NAMES

#define OF_NAMES(head) for (head)

// Without FAST, the host may have one that takes arguments.
#ifdef FAST
#define OF_HOST _Pragma("unroll 2") for
#endif
#ifndef FAST
#ifndef OF_HOST
#define OF_HOST for
#endif
#endif

// What it ends in may be a macro that takes the parenthesis behind it.
#ifdef FAST
#define HEAD _Pragma("unroll") OF_NAMES
#else
#define HEAD OF_NAMES
#endif
#ifndef ENDS
#define ENDS for
#endif
#ifdef FAST
#define HEAD_OF_HOST _Pragma("unroll 2") ENDS
#else
#define HEAD_OF_HOST ENDS
#endif

#ifdef FAST
#define MAYBE _Pragma("unroll")
#else
#define MAYBE
#endif
#define TWICE(...) { __VA_ARGS__ __VA_ARGS__ }

__kernel void left(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    OF_HOST (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    HEAD (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    HEAD_OF_HOST (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    // It stands in the argument of another one.
    TWICE(MAYBE for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];)
    out[get_global_id(0)] = hash;
}

#ifdef SLOW
#define SPEED 1
#else
#define SPEED 2
#endif
#if SPEED > 1
#define BY_SPEED _Pragma("unroll")
#else
#define BY_SPEED _Pragma("unroll 2")
#endif
#undef SPEED
#define SPEED 3

__kernel void asked_of_another_value(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    BY_SPEED for (int i = 0; i < 4; i++) hash = hash * 31 + in[i];
    MAYBE \
    for (int i = 0; i < 4; i++) hash = hash * 31 + in[i]; MAYBE for (int i = 0; i < 2; i++) hash ^= in[i];
    /* one */ MAYBE /* two
    */ for (int i = 0; i < 2; i++) hash ^= in[i]; \
    MAYBE for (int i = 0; i < 2; i++) { hash ^= in[i]; } \
    hash++;
    out[get_global_id(0)] = hash;
}
