// A told qualifier may be `volatile`, an address space, an attribute or nothing.
//@ option --checked
//@ option -DCONST=const
//@ option -DRESTRICT=restrict
//@ option -DTILE=__local
//@ option -DPOINTER=__local
//@ option -DUNUSED=__attribute__((unused))
//@ option -DONCE=volatile
//@ build -DCONST=const -DRESTRICT=restrict -DTILE=__local -DPOINTER=__local -DUNUSED=__attribute__((unused)) -DONCE=
//@ build -DCONST=volatile -DRESTRICT= -DTILE=__local -DPOINTER=__local -DUNUSED=volatile -DONCE=volatile
//@ build -DCONST= -DRESTRICT=volatile -DTILE= -DPOINTER= -DUNUSED= -DONCE= -DNOTHING=volatile -DSIGN=-
//@ run sizes=0,1,2,3,7,8,9 global=1 local=1

#ifndef NOTHING
#define NOTHING
#endif
#ifndef SIGN
#define SIGN
#endif
typedef float real;

__kernel void in_the_body(__global float *RESTRICT out, __global CONST float *RESTRICT in, int n)
{
    TILE float tile[4];
    real sum = 0;
    for (int i = 0; i < 4; i++) tile[i] = i;
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        CONST float v = i * 2.0f;
        NOTHING real w = v;
        UNUSED int unused = i;
        POINTER float *p = tile;
        POINTER float *RESTRICT q = tile;
        sum += v + p[i] + w * q[i];
    }
    out[0] = sum;
}

__kernel void parameters(CONST int n, __global float *CONST out)
{
    float sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum += i;
    out[0] = sum;
}

__kernel void of_the_variable(__global float *out, int n)
{
    float sum = 0;
    CONST int limit = n;
    #pragma unroll 2
    for (UNUSED int i = 0; i < n; i++) sum += i;
    #pragma unroll 2
    for (int i = 0; i < limit; i++) sum += i;
    out[0] = sum;
}

// A variable without an initialiser may be one for all copies.
__kernel void may_be_local(__global float *out, int n)
{
    float sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        UNUSED float w;
        w = i;
        sum += w;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        ONCE float w = 0;
        w += i;
        sum += w;
    }
    out[0] = sum;
}

// With nothing in front, this writes the bound.
__kernel void before_a_name(__global float *out, int n)
{
    float sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        NOTHING n = 3;
        sum += i;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum += n * SIGN i;
    out[0] = sum;
}
