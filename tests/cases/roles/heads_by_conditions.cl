// Conditions choose among the parameters of a function, or among whole heads.
//@ option --checked
//@ build -DWIDE -DOTHER -DBIAS=1
//@ build -DWIDE -DBIAS=0
//@ build -DOTHER -DBIAS=2
//@ run sizes=0,1,2,3,7,8,9 global=1 local=1

#if defined(OTHER)
__kernel void whole_heads(__global int *out, const int n)
#else
__attribute__((work_group_size_hint(1, 1, 1))) __kernel void whole_heads(__global int *out, const int n, int k)
#endif
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 3; i++) sum = sum * 3 + i;
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum = sum * 3 + i;
    out[0] = sum;
}

__kernel void types(
#ifdef WIDE
    long n,
#else
    uint n,
#endif
#ifdef OTHER
    __global int *out
#else
    __global uint *out
#endif
)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 3; i++) sum = sum * 3 + i;
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum = sum * 3 + i;
    out[0] = sum;
}

__kernel void closed_twice(__global int *out,
#if BIAS
    __global const int *bias, int n)
{
#else
    int n)
{
    const int bias[4] = { 1, 2, 3, 4 };
#endif
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 3; i++) sum = sum * 3 + i + bias[i];
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum = sum * 3 + i + bias[i & 3];
    out[0] = sum;
}

// A parameter of one configuration hides what the file declares.
enum { COUNT = 4 };
__kernel void hides(__global int *out
#if BIAS
    , int COUNT
#endif
)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < COUNT; i++) sum = sum * 3 + i;
    #pragma unroll 2
    for (int i = 0; i < COUNT; i++) sum = sum * 3 + i;
    out[0] = sum;
}

#ifdef WIDE
#define EXTRA , long COUNT
#else
#define EXTRA
#endif
__kernel void hides_by_a_macro(__global int *out EXTRA)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < COUNT; i++) sum = sum * 3 + i;
    #pragma unroll 2
    for (int i = 0; i < COUNT; i++) sum = sum * 3 + i;
    out[0] = sum;
}
