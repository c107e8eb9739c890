// A factor made of macros of the host, of which one is a type: it is known where `-D` tells the type, where the file
// has one default of it, and where a macro of the host's makes the type. Another type of the final compile changes the
// number of copies that were written, and nothing else.

//@ option -DWIDTH=32
//@ option -DT=float
//@ option -DDOUBLE_WIDTH
//@ option -DCOUNT(X)=(16/sizeof(X))
//@ build -DWIDTH=32 -DT=int -DDOUBLE_WIDTH -DCOUNT(X)=(16/sizeof(X))
//@ skip -UWIDTH the factor is no constant any more
//@ skip -DWIDTH= the same
//@ build -DWIDTH=16 -DT=uchar -DCOUNT(X)=4 -DS=char
//@ build -DWIDTH=64 -DT=short -DCOUNT(X)=4 -DS=char

#define ITEMS (WIDTH / sizeof(T))

#ifndef S
#define S short
#endif

#ifdef DOUBLE_WIDTH
#define U long
#else
#define U int
#endif

__kernel void k(__global T *a, __global S *b, __global U *c, int n)
{
    const int lane = get_global_id(0);
    #pragma unroll ITEMS
    for (int i = 0; i < n; i++)
        a[i * 64 + lane] += 1;
    #pragma unroll (8 / sizeof(S))
    for (int i = 0; i < n; i++)
        b[i * 64 + lane] += 1;
    #pragma unroll (16 / sizeof(const U))
    for (int i = 0; i < n; i++)
        c[i * 64 + lane] += 1;
    #pragma unroll COUNT(T)
    for (int i = 0; i < n; i++)
        a[i * 64 + lane] *= 2;
    #pragma unroll vec_step(T) + 2
    for (int i = 0; i < n; i++)
        a[i * 64 + lane] += 2;
}
