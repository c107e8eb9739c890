// Conditions that look like one before, or like its contrary: only together do they decide whether the body writes the bound.

//@ option --checked
//@ run sizes=0,1,2,3,5,8,9 global=1 local=1
//@ build -DX
//@ build -DX -DY
//@ build -DY
//@ build -DZ
//@ build -DX -DZ
//@ build -DX -DDIGITS=2
//@ build -DX -DY -DDIGITS=2

// `X` is undefined between the two, perhaps.
#ifdef X
#define UNDEFINED n = n - 1
#else
#define UNDEFINED hash = hash + 1
#endif

#ifndef LEVEL
#define LEVEL DIGITS
#endif
#if LEVEL > 1
#define LED_TO n = n - 1
#else
#define LED_TO hash = hash + 1
#endif

#ifdef X
#ifdef Y
#undef DIGITS
#define DIGITS 0
#endif
#endif

// What `LEVEL` leads to is defined anew between the two, perhaps.
#if LEVEL > 1
#undef LED_TO
#define LED_TO hash = hash + 2
#endif

#ifdef X
#define CONTRARY n = n - 1
#else
#define CONTRARY hash = hash + 1
#endif
#ifndef X
#undef CONTRARY
#define CONTRARY hash = hash + 2
#endif

#ifndef X
#ifdef X
#define INSIDE hash = hash + 1
#else
#define INSIDE n = n - 1
#endif
#else
#define INSIDE hash = hash + 3
#endif

#ifdef X
#define IN_ELSE hash = hash + 3
#else
#ifdef X
#define IN_ELSE hash = hash + 1
#else
#define IN_ELSE n = n - 1
#endif
#endif

#if defined X || defined Y
#ifdef X
#define EITHER hash = hash + 1
#else
#define EITHER n = n - 1
#endif
#else
#define EITHER hash = hash + 3
#endif

// `&&` binds tighter.
#if defined X || defined Y && defined Z
#define PRECEDENCE n = n - 1
#else
#define PRECEDENCE hash = hash + 1
#endif
#ifdef Z
#undef PRECEDENCE
#define PRECEDENCE hash = hash + 2
#endif

// Not the name is asked for that the name stands for.
#undef NOBODY
#define SOMEBODY NOBODY
#if defined SOMEBODY
#define BEHIND_DEFINED n = n - 1
#else
#define BEHIND_DEFINED hash = hash + 1
#endif

#ifdef Y
#undef X
#endif
#ifdef X
#undef UNDEFINED
#define UNDEFINED hash = hash + 2
#endif

__kernel void undefined(__global uint *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        UNDEFINED;
    }
    out[0] = hash;
}

__kernel void led_to(__global uint *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        LED_TO;
    }
    out[0] = hash;
}

__kernel void contrary(__global uint *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        CONTRARY;
    }
    out[0] = hash;
}

__kernel void inside(__global uint *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        INSIDE;
    }
    out[0] = hash;
}

__kernel void in_else(__global uint *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        IN_ELSE;
    }
    out[0] = hash;
}

__kernel void either(__global uint *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        EITHER;
    }
    out[0] = hash;
}

__kernel void precedence(__global uint *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        PRECEDENCE;
    }
    out[0] = hash;
}

__kernel void behind_defined(__global uint *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        BEHIND_DEFINED;
    }
    out[0] = hash;
}
