// Loops that would be tested before each copy, with barriers in them: two copies are made, and no more, since PoCL 3.1 crashes
// where a loop is left in several places between barriers.
//@ option --checked
//@ run sizes=0,1,2,3,4,5 global=4 local=2

void meet(void) { barrier(CLK_LOCAL_MEM_FENCE); }

__kernel void four(__global int *out, int n)
{
    __local int share[2];
    const int id = get_local_id(0);
    int sum = 0;
    #pragma unroll 4
    for (int i = 1; i < 100; i *= n + 2) {
        share[id] = sum + id + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += share[1 - id] * 3;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

__kernel void two(__global int *out, int n)
{
    __local int share[2];
    const int id = get_local_id(0);
    int sum = 0;
    #pragma unroll 2
    for (int i = 1; i < 100; i *= n + 2) {
        share[id] = sum + id + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += share[1 - id] * 3;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

__kernel void in_a_function(__global int *out, int n)
{
    __local int share[2];
    const int id = get_local_id(0);
    int sum = 0;
    #pragma unroll 3
    while (n-- > 0) {
        share[id] = sum + id + n;
        meet();
        sum += share[1 - id] * 3;
        meet();
    }
    out[get_global_id(0)] = sum;
}
