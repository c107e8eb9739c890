// Macros that a condition or the host chooses, and that take the address of the bound, call what writes it, or write it themselves.

//@ option --checked
//@ run sizes=0,1,2,3,5,8,9 global=1 local=1
//@ build -DA
//@ build -DSTEP(x)=((x)*3) -DDROP=--

#ifdef A
#define ADDRESS(x) (int *) & x
#define NEXT(x) reduce(bounds, x)
#else
#define ADDRESS(x) other
#define NEXT(x) ((x) + 1)
#endif
#ifndef STEP
#define STEP(x) (x)
#endif
#ifndef DROP
#define DROP(x) x--
#endif

int reduce(int *bounds, int by)
{
    bounds[0] -= by;
    return by;
}

__kernel void address(__global uint *out, int n)
{
    uint hash = 1;
    int m = n, others[1] = { 0 }, *other = others;
    #pragma unroll 4
    for (int i = 0; i < m; i++) {
        hash = hash * 31 + i;
        if (i == 1) *(ADDRESS(m)) -= 4;
    }
    out[0] = hash + others[0];
}

__kernel void call(__global uint *out, int n)
{
    uint hash = 1;
    int bounds[1] = { n };
    #pragma unroll 4
    for (int i = 0; i < bounds[0]; i++)
        hash = hash * 31 + NEXT(i);
    out[0] = hash;
}

__kernel void of_the_host(__global uint *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        hash = hash * 31 + STEP(n);
    out[0] = hash;
}

__kernel void of_the_host_and_assigning(__global uint *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        hash = hash * 31 + DROP(n);
    out[0] = hash;
}
