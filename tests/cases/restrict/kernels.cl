// A kernel that another function mentions, whose head depends on a condition, or that uses a macro of the host, keeps pointers.
//@ option --assume=restrict
//@ build -DSIZE=4

__kernel void copy(__global int *a, __global int *b)
{
    b[get_global_id(0)] = a[get_global_id(0)] + 1;
}

__kernel void twice(__global int *a)
{
    copy(a, a);
}

__kernel void conditional(__global int *a,
#ifdef OFFSET
                          int offset,
#endif
                          __global int *b)
{
    b[0] = a[0];
}

#ifndef SIZE
#define SIZE 3
#endif
__kernel void sized(__global int *a, __global int *b)
{
    b[0] = a[SIZE];
}

void declared(void);
#ifdef WITH_IMAGE
__kernel void image(__global int *a, read_only image2d_t from, __global int *b)
{
    b[0] = a[0];
}

__kernel void unread(__global int *a, __global int *b)
{
    declared();
    b[0] = a[0];
}
#endif
