// `#define` and `#undef` in a body: the second copy must not see another macro than the first.

//@ run sizes=0,1,3,4,5,9

#define SCALE 31

__kernel void defines(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        hash = hash * SCALE + in[i];
#undef SCALE
#define SCALE 37
        hash = hash * SCALE + in[i];
    }
    #pragma unroll
    for (int i = 0; i < 3; i++) {
#define LOCAL(x) ((x) * 3)
        hash = hash * 31 + LOCAL(in[i]);
#undef LOCAL
    }
    out[get_global_id(0)] = hash;
}
