// Values that look constant and are not, or that have another value than it seems.

//@ expect CLU102 CLU102 CLU102 CLU102 CLU102
//@ option -DLENGTH=3
//@ option -Dreal=float
//@ build -DWIDE
//@ run sizes=0,1,5 global=8 local=4

#ifdef WIDE
#define float int4
#define LIST 1, 2, 3
#else
#define LIST 4
#endif

__constant int listed[] = { LIST, 2 };
__constant int indexed[3] = { [1] = 4, 2 };
__constant int told[] = { LENGTH, 1 };
__constant int sized[LENGTH + 1] = { 3 };
__constant char text[] = { "abc" };
__constant char padded[6] = { "ab" };
typedef float item;

__kernel void lists(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int i = 0; i < listed[1]; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < sizeof(listed) / sizeof(listed[0]); i++) sum = sum * 3 + in[i];
    #pragma unroll 2
    for (int i = 0; i < indexed[1]; i++) sum = sum * 3 + in[i];
    #pragma unroll 2
    for (int i = 0; i < told[0]; i++) sum = sum * 3 + in[i];
    #pragma unroll 2
    for (int i = 0; i < sizeof(text) + padded[1] - 'a'; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < sizeof(sized) / sizeof(sized[0]); i++) sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}

// A type that conditions choose, or the host.
__kernel void types(__global const int *in, __global int *out, int n)
{
    const int four = sizeof(float);
    const int step = vec_step(float);
    const int of_item = sizeof(item);
    const int of_real = sizeof(real);
    int sum = n;
    #pragma unroll
    for (int i = 0; i < four; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < step; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < of_item; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < of_real; i++) sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}

// A constant with the value that a variable had, and one of the same name in an inner block.
__kernel void values(__global const int *in, __global int *out, int n)
{
    int m = 2;
    const int before = m + n;
    m = n;
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < before; i++) sum = sum * 3 + in[i];
    const int size = 3;
    {
        const int size = 5;
        #pragma unroll
        for (int i = 0; i < size; i++) sum = sum * 3 + in[i];
        {
            int size = n;
            #pragma unroll 2
            for (int i = 0; i < size; i++) sum = sum * 3 + in[i];
        }
    }
    #pragma unroll
    for (int i = 0; i < size; i++) sum = sum * 3 + in[i];
    const int table[2] = { n, 4 };
    #pragma unroll 2
    for (int i = 0; i < table[0]; i++) sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 0; i < table[1]; i++) sum = sum * 3 + in[i];
    // Types that differ by the branch are those of a common one.
    #pragma unroll
    for (int i = 0; i < (1 ? 3 : sizeof(int)); i++) sum = sum * 3 + in[i];
    #pragma unroll 2
    for (int i = 0; i < (int)(sizeof(int) << 1 >> 33); i++) sum = sum * 3 + in[i & 3];
    out[get_global_id(0)] = sum + m;
}
