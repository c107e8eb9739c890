// Several inner loops in one body: each has the copies of its own body, and the code between them runs once for each copy.

//@ run sizes=0,1,2,3,5,8,9

__kernel void two(__global int *restrict c, __global const int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 256;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = 1;
        for (int k = 0; k < n; k++) t = t * 3 + a[r + k];
        const int u = t * 2;
        for (int k = 0; k < 16; k++)
            own[r * 16 + k] = u + k;
        own[r * 16] ^= t;
    }
}

// Three, one of them with another inside, and requests for two innermost ones.
__kernel void three(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 4
    for (int r = 0; r < n; r++) {
        int t = 1;
        #pragma unroll
        for (int k = 0; k < 3; k++) t = t * 3 + a[r + k];
        for (int j = 0; j < 2; j++) {
            int x = j;
            for (int k = j; k < n; k += 2) x = x * 7 + a[k];
            t ^= x;
        }
        #pragma unroll 2
        for (int k = n; k > 0; k--) t = t * 5 + a[k];
        c[get_global_id(0) * 16 + r] = t;
    }
}

// An array from outside would hold the elements of another copy in the second loop.
__kernel void through_an_array(__global int *restrict c, __global const int *restrict a, int n)
{
    int held[4];
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        for (int k = 0; k < 4; k++) held[k] = a[r + k] * 3;
        int t = 0;
        for (int k = 0; k < 4; k++) t = t * 5 + held[k];
        c[get_global_id(0) * 16 + r] = t;
    }
}

__kernel void through_its_own_array(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int held[4];
        for (int k = 0; k < 4; k++) held[k] = a[r + k] * 3;
        int t = 0;
        for (int k = 0; k < 4; k++) t = t * 5 + held[k];
        c[get_global_id(0) * 16 + r] = t;
    }
}

// The first loop of an iteration reads what the second loop of the one before it has written.
__kernel void from_the_second_to_the_first(__global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++) {
        int t = n;
        for (int k = 0; k < 4; k++) t = t * 3 + own[4 * r + k];
        for (int k = 0; k < 4; k++) own[4 * r + 4 + k] = t + k;
    }
}

// The other way round keeps its order: the first loop writes what the second one of an earlier iteration has read.
__kernel void from_the_first_to_the_second(__global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++) {
        for (int k = 0; k < 4; k++) own[4 * r + k] = n + r * k;
        int t = n;
        for (int k = 0; k < 4; k++) t = t * 3 + own[4 * r + k];
        own[4 * r] = t;
    }
}
