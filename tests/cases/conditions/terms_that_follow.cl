// A condition has no term that follows from its other terms: in `(N) * (M)`, nothing takes the text of a macro apart.

//@ build
//@ build -DN=2
//@ build -DN=2+2
//@ build -DN=4u
//@ build -DN=9&12
//@ build -DN=1+1 -DM=4
//@ build -DM=1+1
//@ build -DM=3
//@ build -DN=(4)

#ifndef N
#define N 4
#endif
#ifndef M
#define M 2
#endif
#define PRODUCT ((N) * (M))
#define ALONE (N)
#define TWICE (ALONE * 2)
#define BARE (N * M)
#define LESS ((N) - (M))

__kernel void terms(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < PRODUCT; i++) sum += in[i];
    #pragma unroll
    for (int i = 0; i < (N) * (M) + 1; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < TWICE; i++) sum = sum * 5 + in[i];
    // These terms do not follow.
    #pragma unroll
    for (int i = 0; i < BARE; i++) sum = sum * 7 + in[i];
    #pragma unroll
    for (int i = 0; i < 2 * N; i++) sum = sum * 11 + in[i];
    #pragma unroll
    for (int i = 0; i < LESS; i++) sum = sum * 13 + in[i];
    out[get_global_id(0)] = sum;
}
