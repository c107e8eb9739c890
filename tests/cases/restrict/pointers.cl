// A pointer that the kernel assigns, copies, passes or compares stays as it is, and so does one that a macro makes.
//@ option --assume=restrict
//@ run sizes=8,13 global=1 local=1

int first(__global int *q)
{
    q++;
    return q[0];
}

__kernel void steps(__global int *a, __global int *b)
{
    *b++ = a[0];
    b[0] = a[1];
}

__kernel void takes_address(__global int *a, __global int *b)
{
    __global int *end = &a[2];
    *end = b[0];
    a[3] = *end;
}

__kernel void copies(__global int *a, __global int *b)
{
    __global int *p = a + 1;
    p[0] = b[0];
}

__kernel void passes(__global int *a, __global int *b)
{
    b[0] = first(a);
}

__kernel void casts(__global int *a, __global int *b)
{
    b[0] = (int)((__global float *)a)[0];
}

__kernel void compares(__global int *a, __global int *b)
{
    if (a)
        b[0] = 1[a];
}

__kernel void increments(__global int *a, __global int *b)
{
    ++*a;
    b[0] = *++a;
}

#define INPUT __global int *a
__kernel void made(INPUT, __global int *b)
{
    b[0] = a[0];
}
