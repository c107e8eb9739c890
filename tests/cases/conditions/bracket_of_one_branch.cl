// A macro opens a bracket in one configuration only, so that the loop is longer there: all of it is written in that branch.
//@ run sizes=0,3 global=1 local=1
//@ build -DX

#ifdef X
#define OPEN {
#endif

__kernel void reaches_further(__global int *out)
{
#ifdef X
    #pragma unroll
    for (int i = 0; i < 3; i++)
    {
        OPEN
            out[i]++;
        }
        #pragma unroll
        for (int j = 0; j < 4; j++)
        {
            out[j] += 2;
        }
    }
#endif
}
