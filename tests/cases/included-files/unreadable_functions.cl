// Functions that cannot be parsed: the caret stands where the parser stopped.
//@ expect CLU102

//@ norun what cannot be read is no OpenCL C

KERNEL_FQ void head(KERN_ATTR_BASIC())
{
    #pragma unroll 4
    for (int i = 0; i < n; i++) { EACH_LANE { out[i] = i; } }
}

__kernel void name(__global int *out, int größe)
{
    #pragma unroll 4
    for (int i = 0; i < größe; i++) out[i] = i;
}

__kernel void body(__global int *out, int n)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++) { out[i] = i * ; }
}

__kernel void statement(__global int *out, int n)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++) { out[i] = i }
}

struct pair { int a, b; operator int(); };
__kernel void declaration(__global int *out, int n, struct pair p)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++) { EACH_LANE { out[i] = p.a; } }
}

// A full unroll has no effect in any case: `n` is a parameter.
__kernel void full(__global int *out, int n)
{
    EACH_LANE(n) { out[1] = 3; }
    #pragma unroll
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll
    for (int i = 0; i < LENGTH; i++) out[i] = i;
}
