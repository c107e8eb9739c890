// Inner loops that count a variable that their header does not declare.

//@ run sizes=0,1,2,3,5,8,9

__kernel void for_all_loops(__global int *restrict c, __global const int *restrict a, int n)
{
    int j = 7, k = 9;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = 1;
        for (k = 0; k < n; k++) t = t * 3 + a[r + k];
        for (j = 1; j < 3; j++) {
            for (k = j; k < 4; k += 2) t = t * 5 + a[k + r] + j;
            t ^= j;
        }
        c[get_global_id(0) * 32 + r] = t;
    }
    c[get_global_id(0) * 32 + 20] = k * 16 + j;
}

// They are declared in the body of the outer loop: the copies share them.
__kernel void in_the_body(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 3
    for (int r = 0; r < n; r++) {
        int k; // counts
        int t = 1;
        int j, l;
        for (k = 0; k < n; k++) t = t * 3 + a[r + k];
        for (l = 1; l < 4; l++) t = t * 3 + a[r + l];
        #pragma unroll 2
        for (j = 0; j < 5; j++) t = t * 7 + a[r + j];
        c[get_global_id(0) * 32 + r] = t;
    }
}

__kernel void alone_before_the_loop(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int k;
        for (k = 0; k < 16; k++) c[get_global_id(0) * 256 + r * 16 + k] = a[k] + r;
    }
}

// Its value after the inner loop is used, or from the iteration before.
__kernel void used_after_the_loop(__global int *restrict c, __global const int *restrict a, int n)
{
    int k;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = 1;
        for (k = 0; k < 3; k++) t = t * 3 + a[r + k];
        c[get_global_id(0) * 32 + r] = t + k;
    }
}

__kernel void used_before_the_loop(__global int *restrict c, __global const int *restrict a, int n)
{
    int k = 5;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = k;
        for (k = 0; k < 3; k++) t = t * 3 + a[r + k];
        c[get_global_id(0) * 32 + r] = t;
    }
}

// The loop goes on where it was.
__kernel void without_a_first_value(__global int *restrict c, __global const int *restrict a, int n)
{
    int k = 0;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = 1;
        for (; k < 3; k++) t = t * 3 + a[r + k];
        c[get_global_id(0) * 32 + r] = t;
    }
}

__kernel void from_its_own_value(__global int *restrict c, __global const int *restrict a, int n)
{
    int k = 0;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = 1;
        for (k = k / 2; k < 3; k++) t = t * 3 + a[r + k];
        c[get_global_id(0) * 32 + r] = t;
    }
}

// A pointer sees it, and the first loop changes the counter of the second one.
__kernel void seen_and_changed(__global int *restrict c, __global const int *restrict a, int n)
{
    int k = 0, l = 0;
    int *seen = &k;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = 1;
        for (k = 0; k < 3; k++) t = t * 3 + a[r + k] + *seen;
        c[get_global_id(0) * 32 + r] = t;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = 1;
        for (int j = 0; j < 3; j++) {
            l += 2;
            t = t * 3 + l;
        }
        for (l = 0; l < 3; l++) t = t * 3 + a[r + l];
        c[get_global_id(0) * 32 + 16 + r] = t;
    }
}
