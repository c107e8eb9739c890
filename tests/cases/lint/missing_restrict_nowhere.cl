// No word is missing, or none may be written: other work-items, callers, unknown macros, other memory.
//@ lint
//@ run sizes=0,1,5 global=1 local=1
__kernel void written(__global const int *restrict a, __global int *restrict b, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        b[i] = a[i];
}

// One of the two is enough.
__kernel void written_at_one(__global const int *a, __global int *restrict b, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        b[i] = a[i];
}

__kernel void other_types(__global const float *a, __global int *b, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        b[i] = (int)a[i];
}

// Other spaces never meet.
__kernel void other_spaces(__constant int *a, __global int *b, int n)
{
    int own[4] = { 1, 2, 3, 4 };
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        b[i] = a[i] + own[i & 3];
}

__kernel void one_pointer(__global int *a, int n)
{
    #pragma unroll 2
    for (int i = 1; i < n; i++)
        a[i] += a[i - 1];
}

// Only loads.
__kernel void reduction(__global const int *a, __global int *b, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        sum += a[i];
    b[0] = sum;
}

// Not requested.
__kernel void plain(__global const int *a, __global int *b, int n)
{
    for (int i = 0; i < n; i++)
        b[i] = a[i];
    #pragma unroll 1
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 1;
}

// A load that is made only where a condition holds does not move anyway.
__kernel void under_a_condition(__global const int *a, __global int *b, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        b[i] = i > 2 ? a[i] : 0;
}

// Runs once.
__kernel void once(__global const int *a, __global int *b, int n)
{
    for (int i = 0; i < n; i++) {
        #pragma unroll
        for (int k = 0; k < 2; k++)
            b[i] = k;
    }
}

// The stores of other work-items count after a barrier.
__kernel void ordered(__global int *a, __global int *b, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        b[i] = a[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[n + get_global_id(0)] = 1;
}

__kernel void moved(__global const int *a, __global int *b, int n)
{
    __global const int *p = a;
    __global int *q = b;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        *q++ = *p++;
}

// Whoever calls it may pass one buffer twice.
__kernel void called(__global const int *a, __global int *b, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 1;
}

__kernel void caller(__global int *a, int n)
{
    called(a, a, n);
}

// No kernel.
void helper(__global const int *a, __global int *b, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 1;
}

__kernel void calls_a_helper(__global int *a, int n)
{
    helper(a, a, n);
}
