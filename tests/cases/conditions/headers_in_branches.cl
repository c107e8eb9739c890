// The request is in a branch with the header of a statement whose body the loop is; another branch has another header.
//@ run sizes=0,1,4,5,6,7 global=1 local=1
//@ build -DA
//@ build -DB
//@ build -DA -DB
//@ warns -Wmisleading-indentation the branches are indented as written

__kernel void one_request(__global int *out, int n)
{
    int sum = n, left = n;
#ifdef A
    if (n & 4)
        #pragma unroll
#else
    while (left-- > 0)
#endif
        for (int i = 0; i < 2; i++) sum = sum * 3 + i;
    out[0] = sum;
}

__kernel void two_requests(__global int *out, int n)
{
    int sum = n, left = n;
#ifdef A
    if (n & 4)
        #pragma unroll
#elif defined(B)
    if (n & 2)
        sum += 5;
    else
        #pragma unroll 2
#else
    while (left-- > 0)
        #pragma unroll
#endif
        for (int i = 0; i < 3; i++) sum = sum * 3 + i;
    out[0] = sum;
}

__kernel void never_runs(__global int *out, int n)
{
    int sum = n, left = n;
#ifdef A
    if (n & 4)
        #pragma unroll
#else
    while (left-- > 0)
#endif
        for (int i = 0; i < 0; i++) sum = sum * 3 + i;
    sum += 7;
    out[0] = sum;
}

__kernel void before_the_branches(__global int *out, int n)
{
    int sum = n;
    if (n & 4)
#ifdef A
        #pragma unroll
#else
        sum += 2;
#endif
        for (int i = 0; i < 2; i++) sum = sum * 3 + i;
    out[0] = sum;
}

__kernel void with_an_else(__global int *out, int n)
{
    int sum = n;
#ifdef A
    if (n & 4)
        #pragma unroll 2
#else
    if (n & 1)
        sum++;
    else if (n & 2)
        __attribute__((opencl_unroll_hint(4)))
#endif
        for (int i = 0; i < n; i++) sum = sum * 3 + i;
    else
        sum += 7;
    out[0] = sum;
}
