// Expressions and statements that a jam does not follow: each nest is left as written.

//@ run sizes=0,1,2,3,5

#define ADD_TO_SUM(x) (sum += (x))

int step_of(__global int *p) { return ++*p; }

__kernel void calls(__global const int *restrict a, __global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += step_of(own);
        own[r + 1] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += atomic_inc(own + 60);
        own[r + 1] += sum;
    }
}

__kernel void macros(__global const int *restrict a, __global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) ADD_TO_SUM(a[k]);
        own[r] = sum;
    }
}

__kernel void names(__global const int *restrict a, __global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += sizeof(sum) + a[k];
        own[r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0, *at = &sum;
        for (int k = 0; k < n; k++) *at += a[k];
        own[r] = sum;
    }
}

__kernel void jumps(__global const int *restrict a, __global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) { if (a[k] == 3) break; sum += a[k]; }
        own[r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        if (n == 2) continue;
        for (int k = 0; k < n; k++) sum += a[k];
        own[r] += sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) switch (a[k]) { case 1: sum++; default: sum += 2; }
        own[r] += sum;
    }
}

__kernel void volatile_memory(__global const volatile int *restrict a, __global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += a[k];
        own[r] = sum;
    }
}

__kernel void no_nest(__global const int *restrict a, __global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        own[r] = a[r];
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        if (n > 1) for (int k = 0; k < n; k++) own[k] += a[k];
    }
}
