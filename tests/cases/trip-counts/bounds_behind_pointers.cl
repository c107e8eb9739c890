// Bounds in memory that the body may write through another pointer, and in memory that it may not.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9

typedef struct { int rows, columns; } Shape;

__kernel void members(__global int *out, __global const int *in, __global int *scratch, __constant int *fixed, int n)
{
    const int id = get_global_id(0);
    __global int *limit = scratch + id * 8;
    __global Shape *shape = (__global Shape *)(scratch + 1024 + id * 8);
    *limit = n;
    shape->rows = n;
    shape->columns = n;
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < *limit; i++) { hash = hash * 31 + in[i]; if (i == 2) limit[0] = 4; }
    #pragma unroll 4
    for (int i = 0; i < shape->rows; i++) { hash = hash * 31 + in[i]; if (i == 1) scratch[1024 + id * 8] = 3; }
    #pragma unroll 4
    for (int i = 0; i < shape[0].columns; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < fixed[3]; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < fixed[i] - i; i++) hash = hash * 31 + in[i];
    out[id] = hash;
}
