// Repeated accesses to one address in global memory, where a private variable would do.
//@ lint
//@ expect CLU102
//@ run sizes=0,1,5
int twice(int x)
{
    return 2 * x;
}

// Where a private variable would do.
__kernel void updated(__global int *out, __global const int *a, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        out[gid] += a[i];
}

__kernel void written(__global int *out, __global const int *a, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        out[gid] = max(a[i], 7);
}

__kernel void read_beside_writes(__global int *out, __global const int *a, __global int *b, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        out[8 * i + gid] = a[gid] + b[0];
}

__kernel void of_a_nest(__global int *out, __global const int *a, int n)
{
    int gid = get_global_id(0);
    __global int *own = out + gid;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        #pragma unroll
        for (int j = 0; j < 3; j++)
            *own += a[i + j];
}

__kernel void of_the_inner_loop(__global int *out, __global const int *a, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        #pragma unroll
        for (int j = 0; j < 3; j++)
            out[8 * i + gid] += a[i + j];
}

__kernel void of_vectors(__global int4 *out, __global const int *a, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        out[get_global_id(0)].x += a[i];
        out[get_global_id(0)].y = a[i];
    }
}

#define OWN out[gid]
__kernel void behind_a_macro(__global int *out, __global const int *a, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        OWN += a[i];
}

// Where nothing is to be said.
__kernel void others(__global int *out, __global const int *a, int n)
{
    int gid = get_global_id(0);
    int sum = 0;
    // Every compiler keeps what nothing can change.
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        sum += a[gid] * a[i];
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        out[8 * i + gid] = sum;
    // Some iterations only, or not to the end.
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        if (a[i] > 3)
            out[gid] += a[i];
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (a[i] > 14)
            break;
        out[gid] += a[i];
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        sum += a[i] > 3 ? out[gid]++ : 0;
    // Another access may meet it.
    #pragma unroll 4
    for (int i = 1; i < n; i++)
        out[8 * n + gid] += out[8 * i + gid];
    // A function may look at it.
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        out[gid] += twice(a[i]);
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        out[gid] += vload2(i, a).x;
    // Not the same place each time.
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        int at = 8 * i + gid;
        out[at] += 1;
    }
    __global int *next = out + gid;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        *next += 1;
        next += 8;
    }
    // A bound in memory has a finding of its own.
    #pragma unroll
    for (int i = 0; i < a[0]; i++)
        sum += i;
    out[gid] += sum;
}

__kernel void barriers(__global int *out, __global const int *a, __local int *tile, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        tile[get_local_id(0)] = a[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        out[gid] += tile[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__kernel void of_other_memory(__global int *out, __global volatile int *seen, __local int *tile, int n)
{
    int gid = get_global_id(0), lid = get_local_id(0);
    int own[1] = {0};
    tile[lid] = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        own[0] += i;
        tile[lid] += i;
        seen[gid] = i;
    }
    out[gid] = own[0] + tile[lid];
}

__kernel void unaliased(__global int *restrict out, __global const int *restrict a, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        out[8 * i + gid] = a[gid];
}
