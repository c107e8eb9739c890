// Loads that wait for stores through another pointer. Each kernel gets one note, with the words for all of its requested loops.
//@ lint
//@ run sizes=0,1,5 global=1 local=1
__kernel void map(__global const float *in, __global float *out, int n)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        out[i] = 2.0f * in[i];
}

// All parameters that take part: `b` waits as `a` does.
__kernel void sum(__global const int *a, __global const int *b, __global int *c, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

// The loops of a kernel share a note.
__kernel void twice(__global const int *a, __global int *b, __global int *c, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[i] = b[i] * 3;
}

// A pointer of the loop is that of the parameter, and the store is one of several at the address.
__kernel void through_others(__global const int *a, __global int *b, int n)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        b[i] += a[i];
        b[i] += 7;
    }
}

// The word may be at `table` alone: what another work-item stores through `out` before the barrier counts.
__kernel void beside_a_barrier(__global const int *table, __global int *out, int n)
{
    int l = get_local_id(0);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        out[i] = table[i] + l - l;
    barrier(CLK_GLOBAL_MEM_FENCE);
}

// In a nest, the inner loop alone is requested.
__kernel void nest(__global const int *a, __global int *b, int n)
{
    for (int r = 0; r < 2; r++) {
        #pragma unroll
        for (int k = 0; k < 4; k++)
            b[4 * r + k] = a[4 * r + k] * n;
    }
}
