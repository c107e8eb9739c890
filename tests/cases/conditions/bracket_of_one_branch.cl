// A loop that reaches further in the configuration that opens a bracket by a macro: what stands in it there is written with it.
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
