// A bound in memory that other work-items share, and that the loop may store to: the test stays before each copy.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9,16 global=1 local=1

__kernel void in_a_local_variable(__global int *out, int n)
{
    __local int count;
    __local int *same = &count;
    count = n;
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < count; j++) {
        hash = hash * 31 + j;
        if (j == 1) *same -= 1;
    }
    out[get_global_id(0)] = hash;
}

__kernel void swapped_by_a_pointer(__global int *out, __global int *limit, int n)
{
    __global int *bounds = limit;
    limit[0] = n;
    uint hash = 1;
    #pragma unroll 4
    for (int j = 0; j < bounds[0]; j++) {
        hash = hash * 31 + j;
        __global int *other = hash & 1 ? limit : out;
        other[0] = n - 1;
    }
    out[1] = hash;
}
