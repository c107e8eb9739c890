// A variable or a label whose last use goes with a loop that never runs, or with the factor of a request, is mentioned: clang warns of
// nothing that it does not warn of here.
//@ run sizes=1,2,5

#define FACTOR width
#ifndef SCALE
#define SCALE 3
#endif

__kernel void variables(__global const int *in, __global int *out, int n)
{
    const int first = n + 3;
    int sum = 0, written, i;
    __private int pair[2];
    written = n;
    pair[0] = n;
    #pragma unroll
    for (i = 4; i < 4; i++) sum += first;
    #pragma unroll
    for (int k = 0; k > 0; k++) sum += written + pair[0];
    out[get_global_id(0)] = sum + n;
}

__kernel void labels(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int k = 0; k < 0; k++)
        if (in[k] > 3) goto done;
    sum += 5;
done:
    #pragma unroll
    for (int r = 0; r < 2; r++) {
        #pragma unroll
        for (int k = 2; k < 2; k++)
            if (in[k] > 3) goto end;
        sum = sum * 3 + r;
    }
    if (n > 100) sum++;
    else
        #pragma unroll
        for (int k = 2; k < 2; k++)
            if (in[k] > 3) goto end;
end:
    out[get_global_id(0)] = sum;
}

// In the first copy, the inner loop does not run.
__kernel void in_one_copy(__global const int *in, __global int *out, int n)
{
    int sum = n, all = n * 7, set;
    #pragma unroll
    for (int r = 0; r < 3; r++) {
        const int base = n + r;
        int last;
        last = r;
        #pragma unroll
        for (int k = 0; k < r; k++) {
            sum = sum * 3 + base + all + last;
            if (sum > 1000) goto next;
        }
        sum++;
    next:
        set = sum;
    }
    out[get_global_id(0)] = sum + set;
}

__kernel void factors(__global const int *in, __global int *out, int n)
{
    const int two = 2, width = 3, unread = 4, used = 2;
    int sum = used;
    #pragma unroll two
    for (int i = 0; i < n; i++) sum = sum * 3 + i;
    #pragma unroll FACTOR
    for (int i = 0; i < n; i++) sum = sum * 5 + i;
    #pragma unroll used
    for (int i = 0; i < n; i++) sum = sum * 5 + i;
    #pragma unroll
    for (int r = 3; r < 3; r++) {
        #pragma unroll unread
        for (int i = 0; i < n; i++) sum = sum * 7 + i;
    }
    out[get_global_id(0)] = sum;
}

// What a copy alone does not need: the flag of a `break`, the step, and its operand.
__kernel void in_headers(__global const int *in, __global int *out, int n)
{
    const int by = 2;
    int sum = n;
    #pragma unroll
    for (int k = 2; k < 2; k++) {
        if (in[k] > 3) continue;
        if (in[k] > 5) break;
        sum++;
    }
    #pragma unroll
    for (__global const int *p = in; p < in + 1; p += by) sum = sum * 3 + *p;
    #pragma unroll
    for (__global const int *p = in; p < in + 1; p++) {
        sum = sum * SCALE + 1;
        sum += n;
    }
    out[get_global_id(0)] = sum;
}
