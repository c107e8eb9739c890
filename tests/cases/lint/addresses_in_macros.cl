// Macros that conditions and the host choose may hide accesses; their numbers are not accesses.
//@ lint
//@ build -DAT=1
//@ run sizes=5
#ifndef SCALE
#define SCALE 3
#endif
#ifdef AT
#define PREVIOUS out[gid - 8 + 8]
#else
#define PREVIOUS 0
#endif

__kernel void macros(__global int *out, __global const int *a, int n)
{
    int gid = get_global_id(0);
    // Behind a name that a condition decides upon.
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        out[gid] += a[i] + PREVIOUS;
    // Numbers of the host are no accesses.
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        out[gid] += a[i] * SCALE;
}
