// Compilers warn of nothing in the copies that they do not warn of here, with -Wall: not of conditions whose value they know, nor of
// variables that lose their last use.
//@ build -DTAPS=5

#ifndef TAPS
#define TAPS 4
#endif

__kernel void conditions(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        if (n > 0 && i < 3) sum += in[i];
        if (n > 5 || i == 2) sum += in[i + 1];
        switch (i) {
        case 0: sum += 3; break;
        case 2: sum *= 5; break;
        }
        if (i) sum += in[n & 7] / i + (1 << (i - 1));
    }
    #pragma unroll 2
    for (int i = 0; i < 5; i++)
        if (n > i && i != 4) sum += i;
    out[get_global_id(0)] = sum;
}

__kernel void of_the_host(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int k = 0; k < TAPS; k++)
        if (n > 0 && k != 2) sum = sum * 3 + in[k];
    #pragma unroll
    for (long k = 1; k < 2 * TAPS; k += 3)
        sum += n * 2;
    out[get_global_id(0)] = sum;
}

__kernel void last_uses(__global const int *in, __global int *out, int n)
{
    const int taps = 3, rows = 2;
    int sum = 0, k;
    #pragma unroll
    for (int i = 0; i < taps; i++) sum += in[i];
    #pragma unroll
    for (int i = 0; i < taps; i++) {
        const int twice = 2 * i + 1;
        #pragma unroll
        for (int j = 0; j < twice; j++) sum = sum * 3 + n;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        #pragma unroll
        for (int j = 0; j < rows; j++) sum += in[i + j];
    }
    #pragma unroll
    for (k = 0; k < 3; k++) sum += in[k];
    #pragma unroll
    for (int i = 0; i < 3; i++)
        #pragma unroll
        for (int j = i; j < 3; j++) sum += in[j];
    out[get_global_id(0)] = sum;
}

__kernel void loads(__global const int *restrict in, __global int *restrict out, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        int k = i * 2;
        out[i] = in[k] + 1;
    }
}

__kernel void scalars(__global const int *in, __global int *out, int n)
{
    const int third = 2;
    #pragma promote_to_registers
    int sums[3];
    #pragma promote_to_registers
    int other[4] = { 1, n };
    #pragma unroll
    for (int i = 0; i < 3; i++) sums[i] = 0;
    #pragma unroll
    for (int i = 0; i < 3; i++) sums[i] += in[i] * n;
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        const int next = i + 1;
        other[next] = sums[i];
    }
    out[get_global_id(0)] = sums[0] + sums[third] + other[1] + other[2];
}

__kernel void comparisons(__global const int *in, __global int *out)
{
    int sum = 0, some[3] = { in[0], in[1], 7 };
    #pragma unroll
    for (int i = 0; i < 3; i++)
        #pragma unroll
        for (int j = 0; j < 3; j++) sum += (some[i] == some[j]) + (in[i] > 2);
    #pragma unroll
    for (int i = 0; i < 3; i++)
        #pragma unroll
        for (int j = 0; j < 3; j++) sum += in[i + j] > sum;
    out[get_global_id(0)] = sum;
}
