// Every integer type as the variable's, with a bound of the same type and of int, counted and full.

//@ run sizes=0,1,2,3,4,5,8,100,127

#define SUMS(TYPE) \
    __kernel void sums_of_##TYPE(__global const int *in, __global int *out, TYPE n, int m) \
    { out[get_global_id(0)] = sum_##TYPE(in, n, m); }

int sum_char(__global const int *in, char n, int m)
{
    int sum = 0;
    #pragma unroll 4
    for (char i = 0; i < n; i++) sum = sum * 3 + in[i];
    #pragma unroll 4
    for (char i = 0; i < m; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (char i = 0; i < 5; i++) sum = sum * 3 + in[i];
    return sum;
}
SUMS(char)

int sum_uchar(__global const int *in, uchar n, int m)
{
    int sum = 0;
    #pragma unroll 4
    for (uchar i = 0; i < n; i++) sum = sum * 3 + in[i];
    #pragma unroll 4
    for (uchar i = 0; i < m; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (uchar i = 250; i < 255; i++) sum = sum * 3 + in[i];
    return sum;
}
SUMS(uchar)

int sum_short(__global const int *in, short n, int m)
{
    int sum = 0;
    #pragma unroll 4
    for (short i = 0; i < n; i++) sum = sum * 3 + in[i];
    #pragma unroll 4
    for (short i = 0; i < m; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (short i = 300; i < 305; i++) sum = sum * 3 + in[i];
    return sum;
}
SUMS(short)

int sum_ushort(__global const int *in, ushort n, int m)
{
    int sum = 0;
    #pragma unroll 4
    for (ushort i = 0; i < n; i++) sum = sum * 3 + in[i];
    #pragma unroll 4
    for (ushort i = 0; i < m; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (ushort i = 65530; i < 65535; i++) sum = sum * 3 + in[i & 15];
    return sum;
}
SUMS(ushort)

int sum_int(__global const int *in, int n, int m)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (signed int i = 0; i < 5; i++) sum = sum * 3 + in[i];
    return sum;
}
SUMS(int)

int sum_uint(__global const int *in, uint n, int m)
{
    int sum = 0;
    #pragma unroll 4
    for (uint i = 0; i < n; i++) sum = sum * 3 + in[i];
    #pragma unroll 4
    for (unsigned int i = 0; i < m; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (unsigned i = 0; i < 5; i++) sum = sum * 3 + in[i];
    return sum;
}
SUMS(uint)

int sum_long(__global const int *in, long n, int m)
{
    int sum = 0;
    #pragma unroll 4
    for (long i = 0; i < n; i++) sum = sum * 3 + in[i];
    #pragma unroll 4
    for (long i = 0; i < m; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (long i = 0x100000000L; i < 0x100000005L; i++) sum = sum * 3 + in[i & 15];
    return sum;
}
SUMS(long)

int sum_ulong(__global const int *in, ulong n, int m)
{
    int sum = 0;
    #pragma unroll 4
    for (ulong i = 0; i < n; i++) sum = sum * 3 + in[i];
    #pragma unroll 4
    for (unsigned long i = 0; i < (ulong)m; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (ulong i = 0xFFFFFFFFFFFFFFF0UL; i < 0xFFFFFFFFFFFFFFF5UL; i++) sum = sum * 3 + in[i & 15];
    return sum;
}
SUMS(ulong)

__kernel void sums_of_size_t(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (size_t i = 0; i < (size_t)n; i++) sum = sum * 3 + in[i];
    #pragma unroll 4
    for (size_t i = get_local_id(0); i < n; i += 4) sum = sum * 3 + in[i];
    #pragma unroll
    for (size_t i = 0; i < 5; i++) sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}
