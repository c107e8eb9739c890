// A macro that many conditions define, asked for inside of a group first, and then behind it: what the group excludes counts there.

//@ run sizes=0,1,2,3,5,8,9 global=1 local=1
//@ build -DX
//@ build -DX -DC5
//@ build -DC3

#ifndef X
#define STEP --n
#endif

#ifdef X
#define STEP 1
#ifdef C1
#undef STEP
#define STEP 10
#endif
#ifdef C2
#undef STEP
#define STEP 20
#endif
#ifdef C3
#undef STEP
#define STEP 30
#endif
#ifdef C4
#undef STEP
#define STEP 40
#endif
#ifdef C5
#undef STEP
#define STEP 50
#endif

__kernel void in_the_group(__global uint *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + STEP;
    }
    out[0] = hash;
}
#endif

__kernel void behind_the_group(__global uint *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + STEP;
    }
    out[0] = hash;
}
