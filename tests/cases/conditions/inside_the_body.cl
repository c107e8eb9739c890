// Conditional groups inside a body are copied with it; those that cross the loop's edge are another matter.

//@ option --checked
//@ run sizes=0,1,3,4,5,9
//@ build -DLONG
//@ build -DBOUND=3

__kernel void inside(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
#ifdef LONG
        hash = hash * 31 + in[i] * 7;
#else
        hash = hash * 31 + in[i];
#endif
    }
    #pragma unroll
    for (int i = 0; i < 3; i++)
#ifdef LONG
        hash = hash * 31 + in[i] * 7;
#else
        hash = hash * 31 + in[i];
#endif
    #pragma unroll 4
#ifdef LONG
    for (int i = 0; i < n; i += 2) {
#else
    for (int i = 0; i < n; i++) {
#endif
        hash = hash * 31 + in[i];
    }
    #pragma unroll 4
    for (int i = 0;
#ifdef BOUND
         i < BOUND;
#else
         i < n;
#endif
         i++)
        hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
