// What the host passes as the bound may be of any type and size, and may make the loop one that never ends: the copies
// go through the author's own test and step.

//@ option --checked
//@ run sizes=0,1,5,9
//@ build -DN=300
//@ build -DN=-1
//@ build -DN=5u
//@ build -DN=2.5f
//@ build -DN=(char)3
//@ build -DN=(n-2)
//@ build -DSTEP=3
//@ build -DSTEP=-1
//@ build -DFIRST=250
//@ build -DFIRST=-2 -DN=3u

#ifndef N
#define N 6
#endif
#ifndef STEP
#define STEP 1
#endif
#ifndef FIRST
#define FIRST 0
#endif

__kernel void narrow(__global const int *in, __global int *out, int n)
{
    int id = get_global_id(0);
    uint hash = 1, count = 0;
    #pragma unroll
    for (uchar i = FIRST; i < N; i += STEP) {
        hash = hash * 31 + in[i & 15];
        if (++count == 600) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}

__kernel void counted(__global const int *in, __global int *out, int n)
{
    int id = get_global_id(0);
    uint hash = 1, count = 0;
    #pragma unroll 4
    for (int i = FIRST; i < N; i += STEP) {
        hash = hash * 31 + in[i & 15];
        if (++count == 600) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}

__kernel void outside(__global const int *in, __global int *out, int n)
{
    int id = get_global_id(0);
    uint hash = 1, count = 0;
    uint i;
    #pragma unroll
    for (i = FIRST; i < N; i += STEP) {
        hash = hash * 31 + in[i & 15];
        if (++count == 600) { out[id] = hash; return; }
    }
    out[id] = ~hash + i;
}

__kernel void runtime_start(__global const int *in, __global int *out, int n)
{
    int id = get_global_id(0);
    uint hash = 1, count = 0;
    #pragma unroll 4
    for (int i = n; i > FIRST; i -= STEP) {
        hash = hash * 31 + in[i & 15];
        if (++count == 600) { out[id] = hash; return; }
    }
    out[id] = ~hash;
}
