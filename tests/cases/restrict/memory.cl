// A type of the file that holds a pointer may reach every buffer.
//@ option --assume=restrict

struct node {
    __global int *data;
};

__kernel void k(__global int *a, __global int *b)
{
    struct node n;
    n.data = b;
    a[0] = n.data[0];
}

__kernel void other(__global int *a, __global int *b)
{
    a[0] = b[0];
}
