// A macro among enumerators that conditions choose may stand for several of them, so that those behind it have other values.

//@ option --checked
//@ run sizes=1,4,9 global=4
//@ build -DTWO
//@ build -DTOP

#ifdef TWO
#define MORE SECOND, THIRD
#else
#define MORE SECOND
#endif
enum { FIRST, MORE, COUNT };

#ifdef TOP
#define VALUE = 0x80000000
#else
#define VALUE = 8
#endif
enum { LIMIT VALUE, BELOW = 3 };

__kernel void several(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int i = 0; i < COUNT; i++) sum = sum * 3 + in[i];
    #pragma unroll 2
    for (int i = 0; i < COUNT; i++) sum = sum * 5 + in[i];
    out[get_global_id(0)] = sum;
}

__kernel void valued(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int i = -2; i < BELOW; i++) sum = sum * 3 + in[i + 2];
    out[get_global_id(0)] = sum;
}
