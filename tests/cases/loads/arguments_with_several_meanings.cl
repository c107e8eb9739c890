// The text of a macro's argument may mean a different load at each use, and a macro of the host may be any expression.

//@ build -DOFF=1+2
//@ build -DOFF=7-5
//@ run sizes=1,2,5 set=m:3

#ifndef OFF
#define OFF 1
#endif

#define PUT(x, k) c[i] = x; { const int m = k; d[i] = x; }
#define PUT_AT(x, k) { c[i] = a[x]; { const int m = k; d[i] = a[x]; } }

__kernel void names_captured(__global const int *restrict a, __global int *restrict c, __global int *restrict d, int m, int n)
{
    #pragma unroll 2
    for (int i = 0; i < 8; i++) { PUT(a[m & 7], n) }
}

__kernel void names_captured_in_addresses(__global const int *restrict a, __global int *restrict c, __global int *restrict d, int m, int n)
{
    #pragma unroll 2
    for (int i = 0; i < 8; i++) { PUT_AT(a[m & 7] & 7, n) }
}

__kernel void one_load_in_two_uses(__global const int *restrict a, __global int *restrict c, __global int *restrict d, int m, int n)
{
    #pragma unroll 2
    for (int i = 0; i < 8; i++) { PUT(a[i & 7], n) }
}

__kernel void operands_of_the_host(__global const int *restrict a, __global int *restrict c)
{
    #pragma unroll 2
    for (int i = 0; i < 8; i++) {
        const int k = OFF;
        c[i] = a[i + k * 2];
    }
    #pragma unroll 2
    for (int i = 0; i < 8; i++) {
        const int k = (OFF);
        const int m = k;
        c[8 + i] = a[i + m * 2];
    }
    #pragma unroll 2
    for (int i = 0; i < 8; i++) {
        const uint k = OFF;
        c[16 + i] = a[i + k * 2];
    }
}
