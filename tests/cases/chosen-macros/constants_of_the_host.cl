// Constants that rest on the host where one does not see it: through a const variable, an enumerator, a type.

//@ run sizes=0,1,2,3,8,9
//@ build -DS=5
//@ build -DS=(n-2) -DN=9
//@ build -DN=(uint)16
//@ build -DX

#ifndef S
#define S 0
#endif
#ifndef N
#define N 16
#endif

enum { A,
#ifdef X
       B,
#endif
       C };

#define Q (n--)
#ifdef X
#define P Q
#else
#define P 3
#endif

__kernel void starts(__global int *out, int n)
{
    uint hash = 1;
    const int s = S;
    #pragma unroll 4
    for (int i = s; i < n; i++) hash = hash * 31 + i;
    #pragma unroll 4
    for (int i = S; i < n; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void rejected_branch(__global int *out, int n)
{
    uint hash = n + 1;
    #pragma unroll
    for (int i = -3; i < (1 ? 5 : N); i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void enumerator_behind_a_condition(__global int *out, int n)
{
    uint hash = n + 1;
    #pragma unroll
    for (int i = 0; i < C; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void a_macro_in_a_macro(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + i + (P);
    out[get_global_id(0)] = hash;
}
