// Macros that conditions choose, and that write, point to, or change what they are given.

//@ option --checked
//@ run sizes=0,1,2,3,5,8,9 global=1 local=1
//@ build -DA
//@ skip -DA= the same
//@ skip -DA=0 the same

#ifdef A
#define LV(x) (x)
#define VAR m
#define PTR(x) (*((int *) & x))
#else
#define LV(x) ((x))
#define VAR q
#define PTR(x) x
#endif

__kernel void written_bound(__global int *out, int n)
{
    int m = n;
    #pragma unroll 4
    for (int i = 0; i < m; i++) { if (i == 2) LV(m) -= 3; out[i] += 1; }
}

__kernel void written_variable(__global int *out, int n)
{
    #pragma unroll
    for (int i = 0; i < 8; i++) { LV(i) += 1; out[i] += n; }
    out[n] += 1;
}

__kernel void written_value(__global int *out, int n)
{
    int m = n, q = n;
    #pragma unroll 4
    for (int i = 0; i < m; i++) { if (i == 2) VAR -= 3; out[i] += 1; }
    out[20] += m + q;
}

__kernel void address_behind_a_cast(__global int *out, int n)
{
    #pragma unroll
    for (int i = 0; i < 8; i++) { PTR(i) += 1; out[i] += n; }
    out[n] += 1;
}

__kernel void only_read(__global int *out, int n)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++) out[i] += LV(i) + PTR(n);
}
