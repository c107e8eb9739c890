// A condition whose value is known, and which is no condition with some values of a macro in it.
//@ run sizes=0,1,4,5 global=1 local=1
//@ build -DN=4
//@ build -DA -DN=1

__kernel void known(__global int *out, int n)
{
#if 0 && N > 2
    #pragma unroll 2
#else
    #pragma unroll 4
#endif
    for (int i = 0; i < n; i++) out[i] += 3;
#ifdef A
    #pragma unroll 2
#endif
    for (int i = 0; i < n; i++) out[i] += 5;
    out[20] = n;
}
