// Valid requests that are easily taken for invalid ones, and what stands before a request.

//@ expect CLU007 CLU007 CLU103 CLU103 CLU103 CLU105
//@ norun it holds two requests for one loop

#define PICK(a, b) a

__kernel void factors(__global int *out, int n)
{
    const int f = 4;
#ifdef A
    if (n > 1) {
#else
    if (n > 2) {
#endif
        #pragma unroll f
        for (int i = 0; i < n; i++) out[i] = i;
    }
}

__kernel void macros(__global int *out, int n)
{
    #pragma unroll DIV(8, 2)
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll sizeof(size_t)
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll PICK(2, 3)
    for (int i = 0; i < n; i++) out[i] = i; // what??!
}

__kernel void left_behind(__global int *out, int n)
{
#ifdef X
    #pragma unroll
#endif
    #pragma unroll 4
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma ivdep
    #pragma unroll 4
    for (int i = 0; i < n; i++) out[i] = i;
    __attribute__((opencl_unroll_hint(2)))
    #pragma unroll 4
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll 2
    #pragma unroll 4
    for (int i = 0; i < n; i++) out[i] = i;
}
