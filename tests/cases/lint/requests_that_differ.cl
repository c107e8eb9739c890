// Requests for one loop that differ between configurations, and some that do not.
//@ lint

#define FOUR 4

kernel void different(global int *a, int n)
{
    int sum = 0;
#if A
    #pragma unroll 1
#elif B
    #pragma unroll 2
#else
    #pragma unroll 8
#endif
    for (int i = 0; i < n; i++) sum += i;
#ifdef A
    #pragma unroll
#else
    #pragma nounroll
#endif
    for (int i = 0; i < 8; i++) sum += i;
#ifdef A
    #pragma unroll FOUR
#else
    __attribute__((opencl_unroll_hint(2)))
#endif
    for (int i = 0; i < n; i++) sum += i;
    // The same in each branch, or nobody knows.
#ifdef A
    #pragma unroll FOUR
#elif defined(B)
    #pragma unroll (4)
#else
    __attribute__((opencl_unroll_hint(4u)))
#endif
    for (int i = 0; i < n; i++) sum += i;
#ifdef A
    #pragma unroll
#else
    __attribute__((opencl_unroll_hint))
#endif
    for (int i = 0; i < 8; i++) sum += i;
#ifdef A
    #pragma unroll 1
#else
    #pragma nounroll
#endif
    for (int i = 0; i < 8; i++) sum += i;
#ifdef A
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum += i;
#else
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum += 2 * i;
#endif
    a[0] = sum;
}
