// A macro that conditions or the host choose takes the address of an array: a bound in the array may then change.

//@ option --checked
//@ option -DGIVEN=told
//@ build -DX -DGIVEN=told
//@ build -DX
//@ run sizes=0,1,2,3,4,5,9 global=4

#ifdef X
#define P q
#define Q IN
#define IN (q + 0)
#define u q
#else
#define P a
#define Q IN
#define IN (a + 0)
#endif
#ifndef GIVEN
#define GIVEN told
#endif

typedef struct { int n; int w[2]; } S;

void lower(int *x) { *x -= 1; }

__kernel void named_by_macros(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int a[2] = { n, 1 }, q[2] = { 0, 0 }, told[2] = { n, 2 };
    S s[1], t;
    s[0].n = n; s[0].w[0] = n; t.w[0] = n;
    #pragma unroll 2
    for (int i = 0; i < a[0]; i++) { hash = hash * 31u + in[i]; if (i == 1) *P -= 1; }
    int *p = P;
    #pragma unroll 2
    for (int i = 0; i < a[0]; i++) { hash = hash * 31u + in[i]; if (i == 1) p[0] -= 1; }
    #pragma unroll 2
    for (int i = 0; i < a[0]; i++) { hash = hash * 31u + in[i]; if (i == 0) lower(Q); }
    #pragma unroll 2
    for (int i = 0; i < told[0]; i++) { hash = hash * 31u + in[i]; if (i == 1) *(GIVEN + 0) -= 1; }
    out[get_global_id(0)] = hash + s[0].n + t.w[0];
}

__kernel void shadowed(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int a[2] = { n, 1 }, q[2] = { 0, 0 }, *p;
    {
#ifdef X
        int *a = q;
#endif
        p = a;
    }
    #pragma unroll 2
    for (int i = 0; i < a[0]; i++) { hash = hash * 31u + in[i]; if (i == 1) p[0] -= 1; }
    {
        int u[2] = { n, 3 };
        int *to = u;
        #pragma unroll 2
        for (int i = 0; i < u[0]; i++) { hash = hash * 31u + in[i]; if (i == 1) to[0] -= 1; }
    }
    out[get_global_id(0)] = hash;
}
