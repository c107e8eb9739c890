// Two loops of one function, of which a condition with more branches chooses the first: what it decides says nothing of the second.
//@ option --checked
//@ run sizes=0,1,2,5 global=4
//@ build -DA
//@ build -DB
//@ build -DA -DB

__kernel void more_branches(__global int *out, int n)
{
    int sum = n;
#ifdef B
    const int m = 6;
#else
    const int m = 4;
#endif
#if defined(A)
    #pragma unroll
#elif defined(B)
    #pragma unroll 2
#endif
    for (int i = 0; i < 5; i++) sum = sum * 3 + i;
#ifdef A
    #pragma unroll 2
#else
    #pragma unroll
#endif
    for (int j = 0; j < m; j++) sum = sum * 5 + j;
    out[get_global_id(0)] = sum;
}

// The same branches: the function is read once for each of them.
__kernel void same_branches(__global int *out, int n)
{
    int sum = n;
#ifdef A
    const int m = 3;
#else
    const int m = 4;
#endif
#ifdef A
    #pragma unroll
#endif
    for (int i = 0; i < m; i++) sum = sum * 3 + i;
#ifndef A
    #pragma unroll
#else
    #pragma unroll 2
#endif
    for (int j = 0; j < m; j++) {
#ifdef A
        sum += j;
#else
        sum ^= j;
#endif
    }
    out[get_global_id(0)] = sum;
}

// The outer loop is unrolled in some branches, in which the condition before the inner one is decided too.
__kernel void nest(__global int *out, int n)
{
    int sum = n;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
#ifdef A
        #pragma unroll
#endif
        for (int j = 0; j < 3; j++) {
#ifdef B
            #pragma unroll 2
#endif
            for (int k = i; k < n; k++) sum = sum * 3 + j * k;
        }
    }
    out[get_global_id(0)] = sum;
}
