// Requests that a value of a macro chooses, in macros with a parameter, in strings and in pasted names.

//@ run sizes=0,1,2,3,5,8
//@ build -DVENDOR=1
//@ build -DVENDOR=2
//@ build -DVENDOR=3 -DFAST
//@ build -DFAST
//@ build -DFAST -DVENDOR=1

#ifndef VENDOR
#define VENDOR 1
#endif

#define PRAGMA(x) _Pragma(#x)
#if VENDOR == 1
#define UNROLL(n) PRAGMA(unroll n)
#elif VENDOR == 2
#define UNROLL(n) __attribute__((opencl_unroll_hint(n)))
#else
#define UNROLL(n)
#endif

#define UNROLL_2 _Pragma("unroll 2")
#define UNROLL_3 _Pragma("unroll 3")
#define CAT(a, b) a ## b
#ifdef FAST
#define PASTED(n) UNROLL_ ## n
#define PASTED_BY_ANOTHER(n) CAT(UNROLL_, n)
#define OPERATOR(x) _Pragma(#x)
#define EACH(i, n) _Pragma("unroll 2") for (int i = 0; i < n; i++)
#else
#define PASTED(n)
#define PASTED_BY_ANOTHER(n)
#define OPERATOR(x)
#define EACH(i, n) for (int i = 0; i < n; i++)
#endif

// A macro that is the same everywhere, around one that is chosen.
#define LOOP(i, n) UNROLL(3) for (int i = 0; i < n; i++)

__kernel void values(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNROLL(4)
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    PASTED(2)
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    PASTED_BY_ANOTHER(3) for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    OPERATOR(unroll 4)
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    EACH(i, n) hash = hash * 31 + in[i];
    LOOP(i, n) {
        hash = hash * 31 + in[i];
    }
    out[get_global_id(0)] = hash;
}
