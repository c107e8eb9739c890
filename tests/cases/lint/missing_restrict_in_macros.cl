// What macros and conditions choose: the parameter and the accesses may come from one, if all of it is known.
//@ lint
//@ run sizes=0,1,5 global=1 local=1
#define LOAD(p, i) p[i]
#define IN __global const int *in
#ifndef SCALE
#define SCALE 2
#endif

// The access is in a macro, the parameter is not.
__kernel void access_in_a_macro(__global const int *a, __global int *b, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        b[i] = LOAD(a, i);
}

// The parameter is in a macro: the word can be written at the other one.
__kernel void parameter_in_a_macro(IN, __global int *b, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        b[i] = in[i];
}

// The host decides about a part of the kernel, which may be a barrier: only a pointer that is not written may get the word.
__kernel void macro_of_the_host(__global const int *a, __global int *b, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        b[i] = a[i] * SCALE;
}

// Each branch has loads of its own: nothing is reported of what only some configurations do.
__kernel void under_if(__global const int *a, __global int *b, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
#ifdef TWICE
        b[i] = 2 * a[i];
#else
        b[i] = a[i];
#endif
    }
}

// Only one branch stores through another pointer.
__kernel void in_one_branch(__global const int *a, __global int *b, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
#ifdef STORED
        b[i] = a[i];
#else
        sum += a[i];
#endif
    }
    b[0] = sum;
}

// A kernel that a macro makes has no text of its own.
#define COPY(name) \
    __kernel void name(__global const int *a, __global int *b, int n) \
    { \
        _Pragma("unroll 2") \
        for (int i = 0; i < n; i++) \
            b[i] = a[i]; \
    }
COPY(from_a_macro)
