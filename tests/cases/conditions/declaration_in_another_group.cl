// A variable that is declared under a condition of the loop is certain in the loop. It is not if the condition may have changed in
// between, or if the loop's condition does not say that the declaration is there.
//@ option --checked
//@ run sizes=0,1,3,4,5,9 global=4 local=4
//@ build -DU
//@ build -DU -DV
//@ build -DU -DV -DWIDTH=8
//@ build -DV -DWIDTH=3
#ifndef WIDTH
#define WIDTH 5
#endif

__kernel void same_test(__global const int *in, __global int *out, int n)
{
    int sum = 0;
#if defined(U)
    int i;
    const int count = 6;
#endif
#ifdef U
    #pragma unroll 4
    for (i = 0; i < n; i++)
        sum = sum * 3 + in[i];
    #pragma unroll
    for (i = 0; i < count; i++)
        sum = sum * 3 + in[i];
#endif
#if defined(V) && defined(U)
    #pragma unroll
    for (i = 2; i < 6; i++)
        sum = sum * 5 + in[i];
    sum += i;
#endif
    out[get_global_id(0)] = sum;
}

__kernel void branches(__global const int *in, __global int *out, int n)
{
    int sum = 0;
#if defined(U) && WIDTH > 4
    int i, wide = 2;
#elif defined(V)
    short k, narrow = 3;
#else
    uchar none = 4;
#endif
#if WIDTH > 4
#ifdef U
    #pragma unroll 2
    for (i = wide; i < n; i++)
        sum = sum * 3 + in[i];
#endif
#endif
#if defined(V) && !defined(U)
    #pragma unroll 2
    for (k = narrow; k < n; k++)
        sum = sum * 5 + in[k];
#endif
#if !defined(V) && !defined(U)
    #pragma unroll 2
    for (; none < 9; none++)
        sum = sum * 7 + in[none];
#endif
    out[get_global_id(0)] = sum;
}

__kernel void other_test(__global const int *in, __global int *out, int n)
{
    uchar i = 250, k = 250;
    int sum = 0, runs = 0;
    {
#ifdef U
        int i;
#endif
#if defined(U) || defined(V)
        int k;
#endif
#ifdef V
        #pragma unroll 4
        for (i = 250; i != n; i++) {
            sum = sum * 3 + i;
            if (++runs == 300)
                break;
        }
        #pragma unroll 4
        for (k = 250; k != n; k++) {
            sum = sum * 3 + k;
            if (++runs == 600)
                break;
        }
#endif
    }
    out[get_global_id(0)] = sum + i + k;
}

__kernel void other_branch(__global const int *in, __global int *out, int n)
{
    uchar i = 250;
    int sum = 0, runs = 0;
    {
#if defined(U)
        int own = 3;
#elif defined(V)
        int i;
#endif
#ifdef V
        #pragma unroll 4
        for (i = 250; i != n; i++) {
            sum = sum * 3 + i;
            if (++runs == 300)
                break;
        }
#endif
    }
    out[get_global_id(0)] = sum + i;
}

__kernel void changed_test(__global const int *in, __global int *out, int n)
{
    uchar i = 250;
    int sum = 0, runs = 0;
    {
#ifdef U
        int i;
#endif
#undef WIDTH
#define WIDTH 6
#if WIDTH == 5
        int runs = 7;
#endif
#ifndef U
#define U
#define WAS_NOT
#endif
#ifdef U
        #pragma unroll 4
        for (i = 250; i != n; i++) {
            sum = sum * 3 + i;
            if (++runs == 300)
                break;
        }
#endif
    }
    out[get_global_id(0)] = sum + i;
}
#ifdef WAS_NOT
#undef U
#endif

__kernel void arrays(__global const int *in, __global int *out, int n)
{
    int sum = 0;
#if defined(U)
    #pragma promote_to_registers
    int tile[4];
    const int step = n + 1;
#endif
    sum += in[n];
#ifdef U
    #pragma unroll
    for (int i = 0; i < 4; i++)
        tile[i] = in[i] + n;
    #pragma unroll
    for (int i = 0; i < 4; i++)
        sum = sum * 3 + tile[i];
    #pragma unroll 2
    for (int i = 0; i < 40; i += step)
        sum = sum * 3 + in[i];
#endif
    out[get_global_id(0)] = sum;
}
