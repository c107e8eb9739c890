// A `while` loop whose last statement is its step is counted as a `for` loop is. Where the step is left out, comes earlier, or says
// something else before the loop, the loop keeps its test before each copy.
//@ option --checked
//@ run kernel=grid_stride sizes=0,1,7,8,9,31,32,33,64,100,1000 global=8 local=4
//@ run sizes=0,1,2,3,4,5,7,8,9,16,17 global=1 local=1
//@ build -DODD
#define ADVANCE i += 2

__kernel void grid_stride(__global int *out, __global const int *in, int n)
{
    int i = get_global_id(0);
    #pragma unroll 4
    while (i < n) {
        out[i] = in[i] * 2;
        i += get_global_size(0);
    }
}

__kernel void steps_of_one(__global int *out, __global const int *in, int n)
{
    int i = 0;
    #pragma unroll 4
    while (i != n) {
        out[i] = in[i];
        i++;
    }
    #pragma unroll 3
    while (0 < i) {
        int before = in[i - 1];
        if (before == 9)
            break;
        out[i] += before;
        --i;
    }
    out[n + 1] = i;
}

__kernel void from_a_macro(__global int *out, __global const int *in, int n)
{
    int i = 1, sum = 0;
    #pragma unroll 4
    while (n > i)
        ADVANCE;
    out[0] = i;
    i = 0;
    #pragma unroll 2
    #pragma clunroll remainder(switch)
    while (i < n) {
        sum = sum * 3 + in[i];
        i += 1;
    }
    out[1] = sum;
}

__kernel void companions(__global int *out, __global const int *in, int n)
{
    int i = 0, k = 0;
    #pragma unroll 3
    while (i < n) {
        if (in[i] > 11)
            goto next;
        out[i] = in[i] + k;
    next:;
        i++, k += 2;
    }
    out[n + 1] = i + k;
}

__kernel void pointers(__global int *out, __global const int *in, int n)
{
    __global const int *p = in, *end = in + n;
    int sum = 0;
    #pragma unroll 4
    while (p < end) {
        if (*p == 13)
            break;
        sum += *p;
        p++;
    }
    out[0] = sum;
    out[1] = p - in;
}

__kernel void nest(__global int *out, __global const int *in, int n)
{
    int i = 0;
    #pragma unroll 2
    while (i < n) {
        int j = 0;
        #pragma unroll 2
        while (j < i) {
            out[i] += in[j];
            j++;
        }
        i += 1;
    }
}

__kernel void skipped(__global int *out, __global const int *in, int n)
{
    int i = 0, k = 0;
    #pragma unroll 4
    while (i < n) {
        if (in[i] > 9 && k++ < 3)
            continue;
        out[i] = in[i] + k;
        i += 1;
    }
    out[n + 1] = i + k;
}

__kernel void earlier(__global int *out, __global const int *in, int n)
{
    int i = 0;
    #pragma unroll 4
    while (i < n) {
        i += 1;
        out[i] = in[i - 1];
    }
}

__kernel void twice(__global int *out, __global const int *in, int n)
{
    int i = 0;
    #pragma unroll 4
    while (i < n) {
        out[i] = in[i];
        if (in[i] > 7)
            i += 1;
        i += 1;
    }
    out[n + 2] = i;
}

__kernel void labelled(__global int *out, __global const int *in, int n)
{
    int i = 0;
    #pragma unroll 4
    while (i < n) {
        if (in[i] > 7)
            goto next;
        out[i] = in[i];
    next:
        i += 1;
    }
}

__kernel void own_names(__global int *out, __global const int *in, int n, int step)
{
    int i = 0;
    step = 1;
    #pragma unroll 4
    while (i < n) {
        int step = 1 + (in[i] & 3);
        out[i] = step;
        i += step;
    }
    out[n + 2] = i + step;
}

__kernel void own_variable(__global int *out, __global const int *in, int n)
{
    int i = 0, runs = 0;
    #pragma unroll 4
    while (i < n && runs < 5) {
        int i = 3;
        runs++;
        out[0] = i;
        i += 1;
    }
    #pragma unroll 4
    while (i < n) {
        if (++runs > 9)
            break;
        int i = 3;
        out[1] += i;
        i += 1;
    }
    out[2] = i + runs;
}

#define BY 2
__kernel void other_macros(__global int *out, __global const int *in, int n, int step)
{
    int i = 0;
    step = 1;
    #pragma unroll 4
    while (i < n) {
        #undef BY
        #define BY step
        out[i] = in[i];
        i += BY;
        #undef BY
        #define BY 2
    }
    out[n + BY] = i;
}

__kernel void conditional_step(__global int *out, __global const int *in, int n)
{
    int i = 0;
    #pragma unroll 4
    while (i < n) {
        out[i] = in[i];
#ifdef ODD
        out[i] += 1;
        i += 1;
#endif
#ifndef ODD
        i += 2;
#endif
    }
    #pragma unroll 2
    while (i > 0) {
#ifdef ODD
        out[i] += 3;
#endif
        i -= 1;
    }
    out[n + 2] = i;
}

__kernel void changing_step(__global int *out, __global const int *in, int n, int step)
{
    int i = 0;
    #pragma unroll 4
    while (i < n) {
        out[i] = in[i];
        step = 1 + (in[i] & 1);
        i += step;
    }
    out[n + 2] = i;
}

__kernel void pointed_at(__global int *out, __global const int *in, int n)
{
    int i = 0, *pointer = &i;
    #pragma unroll 4
    while (i < n) {
        out[i] = in[i];
        if (in[i] > 7)
            *pointer += 1;
        i += 1;
    }
    out[n + 2] = i;
}

__kernel void narrow(__global int *out, __global const int *in, int n)
{
    uchar i = 250;
    #pragma unroll 4
    while (i != n) {
        out[i] = in[i];
        i++;
    }
    short k = 0;
    #pragma unroll 4
    while (k <= n) {
        out[k] += 2;
        k += 1;
    }
    out[n + 2] = i + k;
}

__kernel void barriers(__global int *out, __global const int *in, int n, __local int *tile)
{
    int i = 0;
    #pragma unroll 2
    while (i < n) {
        tile[get_local_id(0)] = in[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        out[i] = tile[0];
        barrier(CLK_LOCAL_MEM_FENCE);
        i += 1;
    }
}
