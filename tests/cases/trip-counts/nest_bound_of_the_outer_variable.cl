// Inner loops whose header names the outer variable: once that is a constant in each copy, so is their trip count.

//@ option --checked
//@ run sizes=0,1,5 global=8 local=4

#define N 6
#define LIMIT (k - 1)
#define ROW(l) for (int l = 0; l < LIMIT; l++)
#define UP_TO(x) ((x) + 1)

__kernel void triangles(__global const int *in, __global int *out, int n)
{
    int sum = n;
    // Dynamic programming's shape; the inner loop runs not once in the first copies.
    #pragma unroll
    for (int k = 0; k < N; k++) {
        sum = sum * 3 + in[k];
        #pragma unroll
        for (int l = 1; l < k - 1; l++)
            sum = sum * 5 + in[l + k];
    }
    // Through macros.
    #pragma unroll
    for (int k = 3; k < N; k++) {
        #pragma unroll
        for (int l = 1; l < LIMIT; l++)
            sum = sum * 5 + in[l + k];
        #pragma unroll
        for (int l = UP_TO(k); l >= k - 1; l -= UP_TO(0))
            sum = sum * 5 + in[l];
    }
    // Through a constant of the copy, and another one.
    #pragma unroll
    for (uint k = 1; k < 4; k++) {
        const int m = k - 1;
        const int twice = 2 * m + (int)k;
        #pragma unroll
        for (int l = 1; l < m; l++)
            sum = sum * 5 + in[l + k];
        #pragma unroll
        for (int l = m; l < twice; l++)
            sum = sum * 7 + in[l];
    }
    // With a factor in the inner loop, which leaves a remainder in some copies and runs not once in others.
    #pragma unroll
    for (int k = 0; k < 4; k++) {
        #pragma unroll 2
        for (int l = 0; l < 3 * k; l++)
            sum = sum * 5 + in[l + k];
    }
    // Three deep, the innermost hanging on both.
    #pragma unroll
    for (int k = 0; k < 3; k++) {
        #pragma unroll
        for (int l = k; l < 3; l++) {
            #pragma unroll
            for (int m = k; m < k + l; m++)
                sum = sum * 5 + in[l + k] * m;
        }
    }
    out[get_global_id(0)] = sum;
}

// Where the outer loop is not written out, or its variable is none that is known.
__kernel void others(__global const int *in, __global int *out, int n)
{
    int sum = n;
    // The copies of a main loop have no constant, those behind it have.
    #pragma unroll 2
    for (int k = 0; k < 5; k++) {
        #pragma unroll 2
        for (int l = 0; l < k; l++)
            sum = sum * 5 + in[l + k];
    }
    #pragma unroll 2
    for (int k = 0; k < n; k++) {
        #pragma unroll 2
        for (int l = 0; l < k; l++)
            sum = sum * 5 + in[l + k];
    }
    // The outer variable is written in the body.
    #pragma unroll
    for (int k = 0; k < 6; k++) {
        if (in[k] & 1) k++;
        #pragma unroll 2
        for (int l = 0; l < k; l++)
            sum = sum * 5 + in[l + k];
    }
    // It is written by the inner loop.
    #pragma unroll
    for (int k = 0; k < 6; k++) {
        #pragma unroll 2
        for (int l = 0; l < k + 2; l++) {
            sum = sum * 5 + in[l + k];
            if (l == 3) k++;
        }
    }
    // It lives outside.
    int k;
    #pragma unroll
    for (k = 0; k < 4; k++) {
        #pragma unroll 2
        for (int l = 0; l < k; l++)
            sum = sum * 5 + in[l + k];
    }
    // Another variable of its name is meant.
    #pragma unroll
    for (int k = 0; k < 3; k++) {
        int k = n;
        #pragma unroll 2
        for (int l = 0; l < k; l++)
            sum = sum * 5 + in[l];
    }
    // A variable that is only initialised from it, and then changes.
    #pragma unroll
    for (int k = 0; k < 3; k++) {
        int m = k + 1;
        m += in[k] & 1;
        #pragma unroll 2
        for (int l = 0; l < m; l++)
            sum = sum * 5 + in[l];
    }
    // A pointer to it.
    #pragma unroll
    for (int k = 0; k < 3; k++) {
        int *p = &k;
        *p += 1;
        #pragma unroll 2
        for (int l = 0; l < k; l++)
            sum = sum * 5 + in[l];
    }
    out[get_global_id(0)] = sum + k;
}

// A loop with its header in a macro, in a copy.
__kernel void by_macro(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int k = 1; k < N; k += 2) {
        #pragma unroll
        ROW(l) sum = sum * 5 + in[l + k];
    }
    out[get_global_id(0)] = sum;
}

// The host decides how far the outer loop goes.
#ifndef WIDTH
#define WIDTH 4
#endif
__kernel void of_the_host(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int k = 0; k < WIDTH; k++) {
        #pragma unroll 2
        for (int l = 0; l < k; l++)
            sum = sum * 5 + in[l + k];
    }
    #pragma unroll
    for (int k = 0; k < 3; k++) {
        const int m = WIDTH - k;
        #pragma unroll
        for (int l = 0; l < m; l++)
            sum = sum * 5 + in[l + k];
        #pragma unroll 2
        for (int l = 0; l < n + m; l++)
            sum = sum * 5 + in[l + k];
    }
    out[get_global_id(0)] = sum;
}
