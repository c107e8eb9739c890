//@ lint
//@ run sizes=0,1,5 global=1 local=1
// Elements of arrays of arrays: the row is an address, and no access.
__kernel void rows(__global int table[][16], __global const int *a, int n)
{
    int gid = get_global_id(0) & 7;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        table[gid][3] += a[i];
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        table[gid][i] += a[i];
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        table[i][3] += a[i];
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        table[gid][3] += a[i];
        table[gid][i] += 2;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        __global int *row = table[gid];
        table[gid][3] += a[i];
        row[i] += 2;
    }
}
