// CLU103: an undeclared name in capitals is taken for a macro that the host will pass; so is a bound of that kind, with
// a note.

//@ expect CLU103
//@ norun it does not build without -DFACTOR and -DSIZE

__kernel void k(__global int *out, int n)
{
    #pragma unroll FACTOR
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll
    for (int i = 0; i < SIZE; i++) out[i] = i;
    #pragma unroll 4
    for (int i = 0; i < SIZE; i++) out[i] = i;
}
