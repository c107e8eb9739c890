// A function can be parsed only after whole loops stand in its branches: what the first run left in it stays.
//@ option --checked
//@ run sizes=0,1,2,5 global=1 local=1
//@ build -DX
//@ build -DV=1
//@ build -DX -DV=1
//@ build -DX -DY

#define LP(i, b) for (uint i = 0; i < b; i++)
#ifdef X
#define LT <
#else
#define LT <=
#endif

__kernel void read_afterwards(__global int *out, int n)
{
    #pragma unroll 2
    LP(j, n)
    {
#if defined(Y)
        if (n > 1)
#endif
#ifdef X
        #pragma unroll 4
#endif
        for (uint i = 0; i LT (*out & 7); i = i + 1)
#if V
            if (i > 2) {
#else
            {
#endif
                out[i] += j;
            }
    }
}
