// Variables of the program that a function writes. In another configuration, their names are those of types, functions or constants; or a local
// variable hides them elsewhere. No nest with a call of such a function is jammed.

//@ option --cl-std=CL2.0
//@ build -DOTHER
//@ run sizes=3 global=1 local=1

#ifdef OTHER
typedef int as_type;
int as_function(int i) { return i; }
#else
__global int as_type[2];
__global int as_function[2];
#endif
#ifdef OTHER
__constant
#else
__global
#endif
int table[4] = {1, 2, 3, 4};
__global int count[2];

int with_type(__global const int *p, int i)
{
#ifdef OTHER
    return p[i] + i;
#else
    as_type[0] = as_type[0] * 3 + p[i];
    return as_type[0];
#endif
}

int with_function(__global const int *p, int i)
{
#ifdef OTHER
    return as_function(p[i]);
#else
    as_function[0] = as_function[0] * 3 + p[i];
    return as_function[0];
#endif
}

int with_table(__global const int *p, int i)
{
#ifndef OTHER
    table[i & 3] += p[i];
#endif
    return table[0];
}

int hidden_before(__global const int *p, int i) { { int count = 0; i += count; } return count[0]++ + p[i]; }
int hidden_after(__global const int *p, int i) { int x = count[0]++; int count = 0; return x + count + p[i]; }

__kernel void variables(__global int *restrict a, __global int *restrict c, const int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + with_type(a, (k + r) & 3);
        c[r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + with_function(a, (k + r) & 3);
        c[r + 4] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + with_table(a, (k + r) & 3);
        c[r + 8] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + hidden_before(a, (k + r) & 3);
        c[r + 12] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + hidden_after(a, (k + r) & 3);
        c[r + 16] = sum;
    }
}
