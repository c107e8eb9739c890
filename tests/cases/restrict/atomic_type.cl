// A type of the file may be atomic or volatile.
//@ option --assume=restrict

typedef volatile int flag;

__kernel void k(__global flag *a, __global int *b, __global const int *c)
{
    b[0] = a[0] + c[0];
}
