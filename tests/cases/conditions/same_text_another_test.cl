// Conditions that are the same text and not the same test, and regions that stand in loops.

//@ option --checked
//@ run sizes=0,1,2,3,5,7,9 global=1 local=1
//@ build -DX=1
//@ build -DA
//@ build -DA -DB
//@ build -DA -DB -DX=0
//@ skip -DX=(2+3) as any number
//@ skip -DX=2+3 as any number
//@ skip -DX=(uint)4 as any number

#define LOOP4(v) _Pragma("unroll") for (int v = 0; v < 4; v++)

__kernel void requested_in_a_loop(__global int *out, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
#ifdef A
        #pragma unroll
#endif
        for (int j = 0; j < 3; j++) out[j] += i;
    }
    out[9] = 1;
#ifdef B
    #pragma unroll 2
#endif
    for (int j = 0; j < n; j++) out[j] += 1;
    out[10] = 1;
    #pragma unroll
    for (int j = 0; j < 3; j++) out[j] += 1;
}

__kernel void regions_and_macros(__global int *out, int n)
{
#ifdef A
    #pragma unroll 2
#endif
    for (int i = 0; i < n; i++) {
        LOOP4(a) {
#ifdef B
            #pragma unroll
#endif
            for (int j = 0; j < 3; j++) out[j] += a * i;
        }
    }
#ifdef A
    LOOP4(q)
#else
    for (int q = 0; q < 2; q++)
#endif
        out[q] += 2;
    out[20] = n;
}

__kernel void undefined_in_between(__global int *out, int n)
{
    int m = n;
    out[30] = n;
#if defined(X) + 0
#undef X
    #pragma unroll 4
    for (int i = 0; i < m; i++) {
        out[i] += 1;
#if defined(X) + 0
        out[i] += 1;
#else
        m -= 1;
#endif
    }
#else
    out[5] = 1;
#endif
}

#ifdef A
#undef OP
int OP(int x) { return x; }
#else
int OP(int x) { return x + 1; }
#endif

__kernel void undefined_for_the_host(__global int *out, int n)
{
    int m = n;
    #pragma unroll 4
    for (int i = 0; i < m; i++) { out[i] += OP(m); }
    out[31] = n;
}
