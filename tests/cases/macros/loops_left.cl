// Invocations that stay as they are, with one note each.

//@ option --checked
//@ norun the files' own macros make what no compiler takes
//@ expect CLU003 CLU102

#define SELF(n) _Pragma("unroll") for (int i = 0; i < n; i++) SELF(n)
#define DIRECTIVE(body) _Pragma("unroll") for (int i = 0; i < 4; i++) { body }
#define WHILE(n) _Pragma("unroll 2") while (n--)
#define TWO(n) \
    _Pragma("unroll") for (int i = 0; i < n; i++) sum += a[i]; \
    _Pragma("unroll") for (int i = 0; i < n; i++) sum += a[i]
#define UNROLL _Pragma("unroll")
#ifndef HINT
#define HINT __attribute__((opencl_unroll_hint))
#endif

int two(__global const int *a, int n)
{
    int sum = 0;
    TWO(n);
    return sum;
}

int left(__global const int *a, int n)
{
    int sum = 0;
    SELF(4);
    DIRECTIVE(
#ifdef FAST
        sum += a[i];
#endif
    )
    WHILE(n) sum += a[n];
    HINT for (int i = 0; i < 4; i++) sum += a[i];
    UNROLL
    sum += 1;
    #pragma unroll
    DIRECTIVE(
    #pragma unroll
        sum += a[i];
    )
    return sum;
}
