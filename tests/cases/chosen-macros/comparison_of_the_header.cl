// A condition chooses the comparison of the header, so no end of a main loop is right for both.

//@ option --checked
//@ run sizes=0,1,3,4,5,9 global=1 local=1
//@ build -DMEET

#ifdef MEET
#define BELOW <=
#else
#define BELOW <
#endif

__kernel void compares(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i BELOW n; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}
