// What clunroll is told decides how many copies are written, not what they compute: every other value is right too.
//@ option -DN=3
//@ option -DHALF(x)=((x)/2)
//@ option -DM=9
//@ option -UM
//@ build -DN=3 -DHALF(x)=((x)/2)
//@ build -DN=2 -DHALF(x)=((x)/2)
//@ build -DN=7 -DHALF(x)=(x)
//@ build -DN=2+2 -DHALF(x)=((x)/2)
//@ build -DN=(uchar)5 -DHALF(x)=((x)/3) -DM=4
//@ build -DN= -DHALF(x)=((x)/2)
//@ run sizes=0,1,5,16 global=1 local=1

#ifndef M
#define M 2
#endif

__kernel void object_like(__global int *a)
{
#pragma unroll
    for (int i = 0; i < N; i++)
        a[i] = a[i] * 3 + i;
}

__kernel void function_like(__global int *a)
{
#pragma unroll
    for (int i = 0; i < HALF(8); i++)
        a[i] = a[i] * 3 + i;
}

__kernel void taken_back(__global int *a)
{
#pragma unroll
    for (int i = 0; i < M; i++)
        a[i] = a[i] * 3 + i;
}
