// Directives that a splice runs through, in text that is not read, and moves with the body.
//@ run sizes=0,1,4,5 global=1 local=1
//@ build -DA

__kernel void spliced(__global int *out, int n)
{
#ifdef A
    #pragma unroll 2
#endif
    for (int i = 0; i < n; i++) {
#if 0
#ifdef B
        nothing of this is C
#el\
se
        (
#end\
if
#en\
dif
        out[i] += 1;
#ifdef A
        out[i] += 2;
#el\
se
        out[i] += 3;
#end\
if
    }
}
