// Bounds that stay: expressions, members, constant memory, work-item functions, const variables, enumerators.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,16,17

typedef struct { int rows; int columns; } Shape;

__constant int limits[4] = { 3, 5, 7, 9 };
enum { SMALL = 3, LARGE = SMALL * 2 + 1 };

#define HASH(x) hash = hash * 31 + (x) + in[(x) & 15]

__kernel void bounds(__global const int *in, __global int *out, int n, int m)
{
    Shape shape;
    shape.rows = n;
    shape.columns = 3;
    int2 pair = (int2)(n, 2);
    const int fixed = 4 + 1;
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n + m; i++) HASH(i);
    #pragma unroll 4
    for (int i = 0; i < (n + m) / 2; i++) HASH(i);
    #pragma unroll 4
    for (int i = 0; i < (n > 3 ? n : m); i++) HASH(i);
    #pragma unroll 4
    for (int i = 0; i < shape.rows; i++) HASH(i);
    #pragma unroll 4
    for (int i = 0; i < pair.x; i++) HASH(i);
    #pragma unroll 4
    for (int i = 0; i < limits[n & 3]; i++) HASH(i);
    #pragma unroll 4
    for (int i = 0; i < get_local_size(0); i++) HASH(i);
    #pragma unroll 4
    for (int i = 0; i < min(n, 9); i++) HASH(i);
    #pragma unroll
    for (int i = 0; i < fixed; i++) HASH(i);
    #pragma unroll
    for (int i = 0; i < LARGE; i++) HASH(i);
    #pragma unroll
    for (int i = SMALL; i < LARGE * 2 - SMALL; i++) HASH(i);
    #pragma unroll
    for (int i = 0; i < sizeof(float4) / sizeof(float); i++) HASH(i);
    #pragma unroll
    for (int i = 0; i < (1 << 2) + 0x3; i++) HASH(i);
    #pragma unroll
    for (int i = 0; i < 'd' - 'a'; i++) HASH(i);
    out[get_global_id(0)] = hash;
}

__kernel void depends_on_the_variable(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n - i; i++) HASH(i);
    #pragma unroll 4
    for (int i = 0; i * i < n; i++) HASH(i);
    #pragma unroll 4
    for (int i = 0; i + 1 < n; i++) HASH(i);
    #pragma unroll 4
    for (int i = 0; i < n && i < 5; i++) HASH(i);
    #pragma unroll
    for (int i = 0; i < 3 && hash != 7; i++) HASH(i);
    out[get_global_id(0)] = hash;
}
