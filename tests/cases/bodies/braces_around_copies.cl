// A body that declares something needs braces of its own in a copy only where it may declare the name of the loop's variable
// once more.
//@ option --checked
//@ build -DNAME=i
//@ build -DNAME=other

#ifndef NAME
#define NAME value
#endif
#ifndef OFFSET
#define OFFSET 7
#endif

#define LOCAL(name) int name = 5
#define PASTED(a, b) int a ## b = 6

__kernel void braces(__global const int *in, __global int *out, int n)
{
    int hash = in[get_global_id(0)];

    // Nothing is declared by that name: one pair is enough.
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        int value = in[i];
        hash = hash * 31 + value;
    }
    #pragma unroll
    for (int i = 0; i < 3; i++) { int value = in[i] + OFFSET; hash = hash * 31 + value; }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        LOCAL(value);
        struct i { int i; } pair = { i };
        for (;;) { if (value++ > 6) goto i; }
        i:
        hash = hash * 31 + value + pair.i;
    }
    // Its name is declared further inside only, which is left alone.
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        int value = i;
        { int i = 9; value += i; }
        hash = hash * 31 + value;
    }

    // It is declared again, or may be: the body keeps its braces.
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        hash = hash * 31 + i;
        int i = 4;
        hash = hash * 31 + i;
    }
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        hash = hash * 31 + i;
        int NAME = 3;
        hash = hash * 31 + NAME;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) { hash = hash * 31 + i; LOCAL(i); hash = hash * 31 + i; }
    #pragma unroll
    for (int i1 = 0; i1 < 2; i1++) { hash = hash * 31 + i1; PASTED(i, 1); hash = hash * 31 + i1; }
    #pragma unroll
    for (int i = 0; i < 2; i++) { hash = hash * 31 + i; enum { FIRST = 2, i }; hash = hash * 31 + i; }
    #pragma unroll
    for (int i = 0; i < 2; i++) { hash = hash * 31 + i; typedef short i; i again = -1; hash = hash * 31 + again; }
    #pragma unroll
    for (int i = 0; i < 2; i++) { hash = hash * 31 + i; int value = 1, *p = &value, i[2] = { 1, 2 }; hash += i[*p]; }

    // The block belongs to the test, not to a variable.
    int k = 0;
    #pragma unroll 2
    while (k < n) {
        int value = in[k++];
        hash = hash * 31 + value;
    }
    // The step names what the body declares.
    int by = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i += by) {
        int by = in[0];
        hash = hash * 31 + by + i;
    }
    out[get_global_id(0)] = hash;
}

// Of the standard's own macros, none stands for the variable: copies need no declaration of it.
__kernel void standard_names(__global int *out)
{
    float angle = M_PI_2_F;
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        angle += M_PI_F * FLT_DIG;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
    }
    out[get_global_id(0)] = (int)angle;
}
