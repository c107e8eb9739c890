// Macros that a condition defines as a request, as another one, or as nothing.

//@ option --checked
//@ run sizes=0,1,2,3,5,8
//@ build -DWIDTH=64
//@ build -DWIDTH=192
//@ build -DWIDTH=256 -DFAST
//@ build -DFAST -DOTHER
//@ build -DFAST -DLEVEL=2
//@ build -DLEVEL=1 -DOTHER
//@ build -DFAST=0 -DOF_HOST=
//@ build -DFAST -DOTHER -DMORE=if(n>2)

#if WIDTH >= 192
#define UNROLL
#else
#define UNROLL _Pragma("unroll")
#endif

#ifdef FAST
#define STRING(x) #x
#define UNROLL_BY(n) _Pragma(STRING(unroll n))
#define unroll_for __attribute__((opencl_unroll_hint)) for
#else
#define UNROLL_BY(n)
#define unroll_for for
#endif

#if LEVEL == 1
# define BY_LEVEL _Pragma("unroll 2")
#elif LEVEL > 1 /* more */
# define BY_LEVEL _Pragma("unroll 4")
#elif defined(FAST)
# define BY_LEVEL __attribute__((opencl_unroll_hint(3)))
#endif
#ifndef BY_LEVEL
#define BY_LEVEL
#endif

#define WITH_DEFAULT
#ifdef OTHER
#undef WITH_DEFAULT
#define WITH_DEFAULT _Pragma("unroll 2")
#endif

#ifdef FAST
#define OF_HOST _Pragma("unroll 2")
#endif
#ifndef FAST
#ifndef OF_HOST
#define OF_HOST
#endif
#endif

#ifndef MORE
#define MORE
#endif
#ifdef OTHER
#define WITH_MORE _Pragma("unroll") MORE
#else
#define WITH_MORE MORE
#endif

#define BEGIN(i, n) for (int i = 0; i < n; i++) {
#define END }

#ifdef OTHER
#define NEST(i, n) _Pragma("unroll") for (int i = 0; i < n; i++)
#else
#define NEST(i, n) for (int i = n - 1; i >= 0; i--)
#endif

__kernel void places(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNROLL
    for (int i = 0; i < 4; i++) {
        hash = hash * 31 + in[i];
    }
    if (n > 3)
        UNROLL for (int i = 0; i < 2; i++) hash = hash * 31 + in[i];
    else
        UNROLL
        for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    unroll_for (int i = 0; i < 3; ++i) hash ^= in[i];
    unroll_for (int i = 0; i < 2; ++i) {
        hash = hash * 31 + in[i];
    }
    UNROLL_BY(2) // by two
    for (int i = 0; i < n; ++i) hash = hash * 31 + in[i];
    switch (n) {
    case 1: UNROLL for (int i = 0; i < 2; i++) hash = hash * 31 + in[i];
    default:
        UNROLL for (int i = 0; i < 2; i++) hash = hash * 33 + in[i];
    }
    do UNROLL for (int i = 0; i < 2; i++) hash = hash * 31 + in[i]; while (hash % 3 == 1);
    out[get_global_id(0)] = hash;
}

__kernel void nests(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNROLL
    for (int i = 0; i < 2; i++) {
        UNROLL_BY(2)
        for (int j = 0; j < n; j++) {
            hash = hash * 31 + in[i + j];
            UNROLL for (int l = 0; l < 2; l++) hash += in[l];
        }
        unroll_for (int j = 0; j < 2; j++)
            UNROLL for (int l = 0; l < 2; l++) hash = hash * 31 + in[l];
    }
#ifdef FAST
    UNROLL_BY(3)
    for (int j = 0; j < n; j++) hash = hash * 31 + in[j];
#endif
    NEST(i, 3) NEST(j, 2) hash = hash * 31 + in[i + j];
    #pragma unroll 2
    BEGIN(i, n) hash = hash * 31 + in[i]; END
    UNROLL for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

__kernel void chains(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    BY_LEVEL
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    WITH_DEFAULT
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    OF_HOST
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    WITH_MORE
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

// What the condition asks for is another thing here.
#undef FAST
#undef WIDTH
#define WIDTH 4

__kernel void asked_anew(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNROLL for (int i = 0; i < WIDTH; i++) hash = hash * 31 + in[i];
    UNROLL_BY(2) for (int i = 0; i < n; ++i) hash = hash * 31 + in[i];
    unroll_for (int i = 0; i < 3; ++i) hash ^= in[i];
    out[get_global_id(0)] = hash;
}

#undef UNROLL
#define UNROLL _Pragma("unroll 1")

__kernel void defined_anew(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNROLL for (int i = 0; i < WIDTH; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
