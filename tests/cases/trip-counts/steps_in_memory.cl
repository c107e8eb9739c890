// A step in memory is read only if the loop runs, and only if the loop cannot store to it.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9,16

__kernel void read_by_an_iteration(__global int *out, __global int *step, int n)
{
    const int id = get_global_id(0);
    step[id] = 1 + (id & 1);
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < n; j += step[id]) hash = hash * 31 + j;
    out[id] = hash;
}

// The element is far outside of the buffer, and never read.
__kernel void never_read(__global int *out, __global int *step, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int j = n; j < 0; j += step[1 << 29]) hash = hash * 31 + j;
    out[get_global_id(0)] = hash;
}

__kernel void changed_by_the_body(__global int *out, __global int *step, int n)
{
    const int id = get_global_id(0);
    step[id] = 1;
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < n; j += step[id]) {
        hash = hash * 31 + j;
        if (j == 2) step[id] = 2;
    }
    out[id] = hash;
}

// The first iteration leaves the loop before the step is read.
__kernel void left_before_the_step(__global int *out, __global const int *step, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < n; j += step[1 << 29]) {
        hash = hash * 31 + j;
        if (hash != 5) goto done;
    }
done:
    out[get_global_id(0)] = hash;
}

__kernel void down_to_a_bound_in_memory(__global int *out, __global const uchar *limit, __global const uchar *step, int n)
{
    const int id = get_global_id(0);
    uint hash = 1;
    #pragma unroll 4
    for (int j = 4 * n; j > limit[id]; j -= 1 + step[id]) hash = hash * 31 + j;
    out[id] = hash;
}
