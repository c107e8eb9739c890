//@ option --checked
//@ option --remainder=versions
//@ option -DTILE=3
//@ run sizes=0,1,2,3,4,5,6,7,8,9
//@ build -DTILE=4
// `--remainder versions`; macros of the host, and loops that macros make.
#ifndef TILE
#define TILE 2
#endif
#define MIX(x) (hash = hash * 31 + (uint)(x))
#define ROW(i, n) for (int i = 0; i < (n); i++) MIX(i)

__kernel void options(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    for (int r = 0; r < 2; r++)
        #pragma unroll 2
        for (int i = 0; i < n * TILE; i++) MIX(i);
    for (int r = 0; r < TILE; r++)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i);
    for (int r = 0; r < 2; r++)
        #pragma unroll 2
        for (int i = 0; i < n; i++) {
            #pragma unroll
            for (int k = 0; k < TILE; k++) MIX(i + k);
        }
    for (int r = 0; r < 2; r++) {
        #pragma unroll 2
        ROW(i, n);
    }
    for (int r = 0; r < 2; r++)
        #pragma unroll TILE
        for (int i = 0; i < n; i++) MIX(i);
    for (int r = 0; r < 2; r++) {
        #pragma unroll 2
        for (int i = 0; i < n; i++) {
#ifdef OTHER
            MIX(7);
#else
            MIX(i);
#endif
        }
    }
    out[get_global_id(0)] = hash;
}
