//@ lint
//@ run global=1 local=1
//@ expect CLU110 CLU110 CLU110 CLU110 CLU121 CLU121
//@ expect CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110 CLU110
// Where a fix would take a comment along, or make an error of what is none; and loops that never run, or once.
__kernel void withheld(__global int *a, int n)
{
    #pragma unroll(4 /* of them */)
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma un /* here */ roll 4
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma unrol 4
    n++;
    #pragma unrol 4
    __attribute__((opencl_unroll_hint(4)))
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma unroll
    while (0)
        n++;
    #pragma unroll
    do
        a[n] = n;
    while (0);
}

#ifdef X
#define FIRST a[0] = 3;
#define F n
#define ANOTHER _Pragma("unroll 4")
#else
#define FIRST
#define F 4
#define ANOTHER
#endif

// Where it is no request in some configuration, or not the only one, or one without a factor.
__kernel void withheld_for_the_host(__global int *a, int n)
{
    #pragma unrol F
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma unrol NOWHERE
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma unrol 2
    FIRST for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma unrol 2
    ANOTHER for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma unroll 2
    #pragma unrol 4
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma unrol 2
#ifdef X
    for (int i = 0; i < n; i++)
#endif
        a[0]++;
    #pragma unrol 2
    label: for (int i = 0; i < n; i++)
        a[i] = i;
    __attribute__((opencl_unrol_hint(2), foo)) for (int i = 0; i < n; i++)
        a[i] = i;
    __attribute__((opencl_unrol_hint(n))) for (int i = 0; i < n; i++)
        a[i] = i;
    __attribute__((opencl_unrol_hint(2)))
    another: for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma unroll_0
    for (int i = 0; i < n; i++)
        a[i] = i;
}
#pragma unrol 4
