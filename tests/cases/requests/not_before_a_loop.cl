// CLU003: everything that is no loop.

//@ expect CLU003 CLU003 CLU003 CLU003 CLU003 CLU003 CLU003 CLU003

#pragma unroll 2
__kernel void k(__global int *out, int n)
{
    #pragma unroll 4
    if (n > 3) out[0] = 1;
    #pragma unroll
    out[1] = 2;
    #pragma unroll 4
    int total = 0;
    #pragma unroll 4
    {
        for (int i = 0; i < n; i++) total += i;
    }
    #pragma unroll 4
    ;
    switch (n) {
    #pragma unroll 4
    case 1: out[2] = total;
    }
    #pragma unroll 4
}
