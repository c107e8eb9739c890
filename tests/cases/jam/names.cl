// Variables whose copies would be named like the main loop's own variables.

//@ run sizes=0,1,2,3,5,8,17

__kernel void like_the_counter(__global const int *restrict a, __global int *restrict c, int n)
{
    #pragma unroll_and_jam 4
    for (int r = 0; r < n; r++) {
        int r_base = r * 3;
        int r_end = r_base + 1, r_0 = 5;
        for (int x = 0; x < n; x++) r_base = r_base * 7 + a[x] + r_end + r_0;
        c[get_global_id(0) * 32 + r] = r_base + r;
    }
}

// Other variables of the same name: in a block, in an innermost body, and in the body of another inner loop.
__kernel void the_same_name(__global const int *restrict a, __global int *restrict c, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int s = r;
        { int s = 5; c[get_global_id(0) * 64 + r] = s + r; }
        for (int k = 0; k < n; k++) { s += k; int s = a[k]; s *= 3; c[get_global_id(0) * 64 + 32 + r] = s; }
        for (int j = 0; j < 2; j++) {
            int t = s;
            for (int k = 0; k < n; k++) t = t * 3 + a[k];
            s = t;
        }
        for (int j = 0; j < 2; j++) {
            int t = j;
            for (int k = 0; k < n; k++) t = t * 5 + a[k];
            s ^= t;
        }
        c[get_global_id(0) * 64 + r] += s;
    }
}
