// `--check-promises` compares the addresses of iterations before a nest that relies on a promise.

//@ option --check-promises
//@ run sizes=0,1,3,4,5,8 global=1 local=1

__kernel void rows(__global float *c, __global const float *a, const int rows, const int n) {
    const int column = get_global_id(0);
    #pragma clunroll independent
    #pragma unroll_and_jam 4
    for (int r = 0; r < rows; r++) {
        int first = r * n;
        float sum = 0.0f;
        for (int k = 0; k < n; k++)
            sum += a[first + k];
        c[(r + 1) * n + column] = sum;
    }
}

// The address is an element of memory: it is not known before the nest.
__kernel void scattered(__global int *c, __global const int *to, const int rows, const int n) {
    #pragma clunroll independent
    #pragma unroll_and_jam 4
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < n; k++)
            c[to[r] + k] += k;
}

// Only some iterations store.
__kernel void sometimes(__global int *c, __global const int *a, const int rows, const int n) {
    #pragma clunroll independent
    #pragma unroll_and_jam 4
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < n; k++)
            if (a[k] > 0)
                c[r * n + k] = a[k];
}

// A name that stands for two variables: nothing is tested, and nothing is jammed.
__kernel void hidden(__global int *c, __global const int *a, const int rows, const int n) {
    #pragma clunroll independent
    #pragma unroll_and_jam 4
    for (int r = 0; r < rows; r++)
        for (int k = 1; k < n; k++) {
            int first = r * n;
            { const int n = 2; c[first + k * n] = a[k]; }
        }
}
