// The name of an inner counter means another variable in the code before its declaration, or the body hides the outer variable.

//@ run sizes=0,1,2,3,5,8

#define OTHER k
enum { Q = 7 };
struct two { int x; };

// Each of these stays as written: in the second copy, the name would mean the counter.
__kernel void hidden_later(__global int *restrict c, __global const int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    int k = 5;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int t = k;
        int k = 0;
        while (k < n) { t = t * 3 + a[r + k]; k++; }
        own[r] = t;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int t = k, k = 0;
        while (k < n) { t = t * 3 + a[r + k]; k++; }
        own[8 + r] = t;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int t = OTHER;
        int k;
        for (k = 0; k < n; k++) t = t * 3 + a[r + k];
        own[16 + r] = t;
    }
    // In the body of the loop between.
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int t = r, j = 0;
        while (j < 3) {
            t ^= k;
            int m = 2, k = 1;
            while (k < n) { t = t * 3 + a[r + k] * m; k++; }
            j++;
        }
        own[24 + r] = t;
    }
}

// These are jammed: the name means the counter itself, or a variable of an inner block, or the code of all copies is before the declaration.
__kernel void hidden_elsewhere(__global int *restrict c, __global const int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    int k = 5;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int t = r;
        { int k = 7; t += k; }
        for (int k = 0; k < 3; k++) t = t * 3 + a[k];
        int k = 0;
        while (k < n) { t = t * 3 + a[r + k]; k++; }
        own[r] = t;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int t = k;
        for (int j = 0; j < 3; j++) t = t * 3 + a[j] * k;
        int k = 0;
        while (k < n) { t = t * 3 + a[r + k]; k++; }
        own[8 + r] = t;
    }
}

// The body hides the variable of the header: both would get one name in one block.
__kernel void hidden_header(__global int *restrict c, __global const int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int t = r;
        int r = 3;
        for (int k = 0; k < n; k++) t = t * 3 + a[k + r];
        own[t & 31] += t;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int t = r;
        { int r = 3; t *= r; }
        for (int k = 0; k < n; k++) { int r = a[k]; t = t * 3 + r; }
        own[32 + r] = t;
    }
}

// An expression defines an enumerator or a structure, after which the names mean others.
__kernel void hidden_types(__global int *restrict c, __global const int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int t = Q;
        int k = sizeof(enum { Q = 3 }) - 4;
        while (k < n) { t = t * 3 + a[r + k]; k++; }
        own[r] = t;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int t = Q, k;
        k = sizeof(enum { Q = 3 }) - 4;
        while (k < n) { t = t * 3 + a[r + k]; k++; }
        own[8 + r] = t;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int t = sizeof(struct two);
        int k = sizeof(struct two { int x, y; }) - 8;
        while (k < n) { t = t * 3 + a[r + k]; k++; }
        own[16 + r] = t;
    }
    // No load of these copies runs before the definition.
    #pragma unroll 4
    for (int i = 0; i < 4; i++) {
        int t = Q + a[i];
        own[24 + i] += t + sizeof(enum { Q = 3 }) + a[Q];
    }
}
