// A told type is one wherever it is used as one, and nothing is known of it.
//@ option --checked
//@ expect CLU102
//@ option -DT=float
//@ build -DT=float -DI=int -DP=int*
//@ build -DT=int -DI=uchar -DP=float* -DB=bool
//@ build -DT=double -DI=float -DP=uchar*
//@ build -DT=uchar -DI=ulong -DP=long*
//@ build -DT=float4 -DI=short -DP=int* -DVECTOR
//@ run sizes=0,1,2,3,7,8,9 global=1 local=1

#ifndef I
#define I int
#endif
#ifndef B
#define B char
#endif
#ifndef P
#define P int *
#endif
#ifdef VECTOR
#define first(v) (v).x
#else
#define first(v) (v)
#endif

__kernel void copied(__global int *out, int n)
{
    T sum = (T)0;
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        T a = (T)(i * 3), *p = &a;
        sum += *p * (T)2;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) { T b = (T)(i), c[2] = { b, b }; sum += c[1] + (T)sizeof(T); }
    out[0] = (int)first(sum);
}

// Only casts say that it is a type.
__kernel void in_casts(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum += (int)first((T)(i)) + (int)sizeof((T)(i + 1));
    out[0] = sum;
}

// What it counts is its own affair: the author's test is before each copy.
__kernel void counts(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (I i = 0; i < 5; i++) sum = sum * 3 + (int)i;
    #pragma unroll 2
    for (I i = 0; i < 7; i += 2) sum = sum * 3 + (int)i;
    #pragma unroll 4
    for (I i = 250; i < 260; i++) { sum = sum * 3 + (int)i; if (sum > 100000) break; }
    #pragma unroll
    for (I i = 250; i < 260; i++) { sum = sum * 3 + (int)i; if (sum > 1000000) break; }
    #pragma unroll 4
    for (I i = 0; i < n; i++) sum = sum * 3 + (int)i;
    out[0] = sum;
}

// With `bool`, it never counts to 5.
__kernel void counts_to_one(__global int *out)
{
    int sum = 0;
    #pragma unroll
    for (B i = 0; i < 5; i++) { sum = sum * 3 + (int)i; if (sum > 1000) break; }
    out[0] = sum;
}

__kernel void as_bound(__global int *out, int n)
{
    int sum = 0;
    I limit = n + 254, step = 1;
    #pragma unroll 4
    for (int i = 0; i < limit; i++) sum = sum * 3 + i;
    #pragma unroll 2
    for (int i = 0; i < 9; i += step) sum = sum * 3 + i;
    #pragma unroll 4
    for (int i = 0; i < (I)(n + 254); i++) sum = sum * 3 + i;
    #pragma unroll
    for (int i = 0; i < sizeof(I); i++) sum = sum * 3 + i;
    out[0] = sum;
}

// With `int *`, `q` is no pointer.
__kernel void points(__global int *out, int n)
{
    int sum = 0;
    char bytes[64];
    for (int i = 0; i < 64; i++) bytes[i] = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        P p = (P)bytes, q = 0;
        p[i & 3] += 3;
        sum += (int)(q == 0) + (int)p[1];
    }
    #pragma unroll
    for (P p = (P)bytes; p < (P)bytes + 6; p++) sum = sum * 3 + (int)*p;
    out[0] = sum;
}
