// A pragma that speaks to clunroll in unknown words is an error wherever it stands.
//@ expect CLU009
//@ expect CLU106

__kernel void stray(__global int *a)
{
    #pragma clunroll unroll 4
    for (int i = 0; i < 4; i++)
        a[i] = 1;
    #pragma clunroll remainder(loop)
    a[0] = 2;
}
