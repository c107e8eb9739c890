// A macro of the host that is a constant or a type does not hold loads back; one that may be more does.
//@ run sizes=0,1,2,3,5,8 global=1 local=1
//@ build -DALPHA=5
//@ build -DALPHA=(3-1) -DSTRIDE=1+1
//@ build -DREAL=float -DCAST=(char)2
//@ build -DVALUE=c[0]
#ifndef ALPHA
#define ALPHA 3
#endif
#ifndef STRIDE
#define STRIDE 2
#endif
#ifndef REAL
#define REAL int
#endif
#ifndef CAST
#define CAST ((short)ALPHA + 1u)
#endif
#ifndef VALUE
#define VALUE n
#endif
#ifndef INDEX
#define INDEX k
#endif
__kernel void map(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = (REAL)a[g + i] * ALPHA + CAST;
}

__kernel void subscripts(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = a[i * STRIDE] + a[i + STRIDE] + a[STRIDE * i + ALPHA];
}

__kernel void values(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = a[g + i] + VALUE;
}

// A name would mean something else before the copies.
__kernel void names(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        const int k = i * 2 + 1;
        c[g + i] = a[INDEX] + k;
    }
}
