// A macro that has the name of a type: the note says so, and asks neither to declare `float` nor to copy it into a
// variable.

//@ option --checked
//@ option -UWIDE
//@ run global=1 local=1

#ifdef WIDE
#define float double
#endif

__kernel void bound(__global int *a, int n)
{
    #pragma unroll 4
    for (int i = 0; i < (float)n; i++)
        a[i] += 1;
}

__kernel void body(__global int *a, int n)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        float third = a[i] / 4;
        a[i] += (int)third;
    }
}
