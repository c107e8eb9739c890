// Bounds that are parts of objects: members, components, elements, and what lies in constant memory; and objects that a
// pointer to one of their parts gives away.

//@ option --checked
//@ run sizes=0,1,3,4,5,9,17 global=4

typedef struct { int n; int4 v; struct { int k; } in; int a[3]; } Sizes;

__constant Sizes TABLE[2] = { { 3, (int4)(1, 2, 3, 4), { 5 }, { 6, 7, 8 } }, { 9, (int4)(5, 6, 7, 8), { 2 }, { 1, 4, 9 } } };

#define MIX(x) (hash = hash * 31u + (uint)(x))

void change(int *x) { *x += 1; }

__kernel void parts(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    Sizes p;
    int own[2], m = n & 1;
    int8 wide = n;
    __constant Sizes *row = &TABLE[m];
    p.n = n; p.in.k = n + 1; p.v = n; p.a[1] = n + 2; p.a[0] = 1; own[0] = n; own[1] = n + 3;
    #pragma unroll 4
    for (int i = 0; i < p.n; i++) MIX(in[i]);
    #pragma unroll 4
    for (int i = 0; i < p.in.k; i++) MIX(in[i]);
    #pragma unroll 4
    for (int i = 0; i < p.v.y; i++) MIX(in[i]);
    #pragma unroll 4
    for (int i = 0; i < p.a[m]; i++) MIX(in[i]);
    #pragma unroll 4
    for (int i = 0; i < own[m]; i++) MIX(in[i]);
    #pragma unroll 4
    for (int i = 0; i < wide.s5 - wide.lo.y + n; i++) MIX(in[i]);
    #pragma unroll 4
    for (int i = 0; i < row->n; i++) MIX(in[i]);
    #pragma unroll 4
    for (int i = 0; i < (*row).in.k; i++) MIX(in[i]);
    #pragma unroll 4
    for (int i = 0; i < TABLE[m].a[2]; i++) MIX(in[i]);
    #pragma unroll 4
    for (int i = 0; i < row[0].v.w; i++) MIX(in[i]);
    out[get_global_id(0)] = hash;
}

__kernel void given_away(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    Sizes p, q, rows[2];
    int own[2];
    int *first = p.a, *second = &q.n, *third = rows[1].a + 1, *fourth = own;
    p.a[0] = n; q.n = n; rows[1].a[1] = n; own[0] = n;
    #pragma unroll 4
    for (int i = 0; i < p.a[0]; i++) { MIX(in[i]); if (i == 1) *first -= 1; }
    #pragma unroll 4
    for (int i = 0; i < q.n; i++) { MIX(in[i]); if (i == 1) change(second); }
    #pragma unroll 4
    for (int i = 0; i < rows[1].a[1]; i++) { MIX(in[i]); if (i == 1) *third -= 1; }
    #pragma unroll 4
    for (int i = 0; i < own[0]; i++) { MIX(in[i]); if (i == 1) fourth[0] -= 1; }
    #pragma unroll 4
    for (int i = 0; i < rows[1].a[1]; i++) { MIX(in[i]); if (i == 1) rows[1].a[1]--; }
    out[get_global_id(0)] = hash;
}
