// What the build is told makes nothing unreachable, even if it is all that this build is told.
//@ lint
//@ option -DTOLD=0
//@ option --trust-defines
//@ expect CLU112

kernel void trusted(global int *a, int n)
{
    int sum = 0;
#if TOLD
    #pragma unroll 2
#else
    #pragma unroll 4
#endif
    for (int i = 0; i < n; i++) sum += i;
#if TOLD && 0
    #pragma unroll 2
#endif
    for (int i = 0; i < n; i++) sum += i;
    a[0] = sum;
}
