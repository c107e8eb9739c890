// `continue` in the innermost body ends a copy of it, and no other copy.

//@ run sizes=0,1,2,3,5,8,9

__kernel void skips_itself(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = 1;
        for (int k = 0; k < n; k++) {
            if (k == r) continue;
            const int x = a[k] - a[r];
            if (x & 1) { t ^= 5; continue; }
            t = t * 3 + x;
        }
        c[get_global_id(0) * 32 + r] = t;
    }
}

__kernel void in_several_loops(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 4
    for (int r = 0; r < n; r++) {
        int t = 1;
        #pragma unroll 2
        for (int k = 0; k < n; k++) {
            if (k == r) continue;
            t = t * 3 + a[k];
        }
        #pragma unroll
        for (int k = 0; k < 3; k++)
            if (a[k] > r) continue;
            else t = t * 7 + k;
        c[get_global_id(0) * 32 + r] = t;
    }
}

// A store after it may be skipped, and is a store all the same.
__kernel void stores(__global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 6; r++)
        for (int k = 0; k < 4; k++) {
            if (k == n) continue;
            own[r + k] = own[r + k] * 3 + r;
        }
}

// One that ends an iteration of the outer loop, and a `break`.
__kernel void of_other_loops(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = 1;
        if (a[r] & 1) continue;
        for (int k = 0; k < n; k++) t = t * 3 + a[k];
        c[get_global_id(0) * 32 + r] = t;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = 1;
        for (int k = 0; k < n; k++) {
            if (a[k] == r) break;
            t = t * 3 + a[k];
        }
        c[get_global_id(0) * 32 + 16 + r] = t;
    }
}
