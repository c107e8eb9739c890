// The bound gets its value in one conditional, and the loop stands in another one that says nothing about the first.

//@ run sizes=0,1,5,9 global=1 local=1
//@ build -DEIGHT
//@ build -DLOOP
//@ build -DEIGHT -DLOOP

#define COUNT 4
#ifdef EIGHT
#undef COUNT
#define COUNT 8
#endif

__kernel void depends(__global int *out, int n)
{
    uint hash = n;
#ifdef LOOP
    #pragma unroll
    for (int i = 0; i < COUNT; i++) hash = hash * 31 + i;
#endif
    out[get_global_id(0)] = hash;
}
