//@ lint
//@ expect CLU110 CLU110 CLU110 CLU110 CLU121 CLU121
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
#pragma unrol 4
