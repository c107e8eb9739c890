// A condition chooses the types that macros name: the type matters only to a loop that counts with it.

//@ option --checked
//@ run sizes=0,1,2,3,5,8,13 global=1 local=1
//@ build -DWIDE

#ifdef WIDE
#define real double
#define count_t ulong
#define operand x
#define maybe
#else
#define real float
#define count_t int
#define operand y
#define maybe int
#endif

__kernel void casts(__global char *out, __global const char *in, int n)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++) *(__global real *)(out + 8 * i) = *(__global const real *)(in + 8 * i);
}

__kernel void pointers(__global float *out, __global const float *in, int n)
{
    __global real *to = (__global real *)out;
    #pragma unroll 4
    for (int i = 0; i < n / 2; i++) {
        __global const real *from = (__global const real *)in + i;
        real parts[2] = { *from, (real)i / (real)3 };
        to[i] = parts[0] + parts[1] + ((__global const real *)in)[i];
    }
}

// Its type decides how often this one runs.
__kernel void counted(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (count_t i = 0; i < (count_t)(n & 7); i++) sum += (int)(i * 3);
    out[0] = sum;
}

// These are none: an operand, and a word that may be nothing.
__kernel void no_types(__global int *out, int n)
{
    int x = 2, y = 3, sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) { operand * i; sum += i; }
    #pragma unroll 2
    for (int i = 0; i < n; i++) { int k = 1; { maybe k = 5; } sum += k; }
    out[0] = sum;
}
