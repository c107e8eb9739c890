// Numbers of work-items in subscripts: they cancel out, or their range shows that two accesses never meet.

//@ run sizes=0,1,3,4,5,8 global=64 local=16

// The same number in both subscripts cancels out.
__kernel void own_columns(__global int *restrict c, __global const int *restrict a, const int n)
{
    #pragma unroll_and_jam 4
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < 8; k++)
            c[get_global_id(0) * 64 + r * 8 + k] += c[get_global_id(0) * 64 + r * 8 + 7 - k] + a[k];
}

// A work-item is one of 16, and so it stores before element 16.
__attribute__((reqd_work_group_size(16, 1, 1)))
__kernel void before_the_rows(__global int *c, __global const int *a, const int n)
{
    __local int t[144];
    const int item = get_local_id(0);
    for (int i = item; i < 144; i += 16)
        t[i] = a[i % 64] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll_and_jam 4
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += t[16 + 16 * r + item] * a[k];
        t[item] += sum;
    }
    c[get_global_id(0)] = t[item];
}

// The same with the call in the subscript, and the loads in the inner loop.
__attribute__((reqd_work_group_size(16, 1, 1)))
__kernel void in_the_call(__global int *c, __global const int *a, const int n)
{
    __local int t[144];
    for (int i = get_local_id(0); i < 144; i += 16)
        t[i] = a[i % 64] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll_and_jam 4
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < 3; k++)
            t[16 * k + get_local_id(0)] += t[64 + k] * (r + k);
    c[get_global_id(0)] = t[get_local_id(0)];
}

// The last of 16 work-items stores to element 15, which all of them write in the inner loop.
__attribute__((reqd_work_group_size(16, 1, 1)))
__kernel void one_too_many(__global int *c, __global const int *a, const int n)
{
    int t[64];
    const int item = get_local_id(0);
    for (int i = 0; i < 64; i++)
        t[i] = a[i] + i;
    #pragma unroll_and_jam 4
    for (int r = 0; r < 8; r++) {
        t[item] += r;
        for (int k = 0; k < 8; k++)
            t[15 + k] = 3 * t[15 + k] + k;
    }
    for (int i = 0; i < 32; i++)
        c[get_global_id(0)] += t[i] * i;
}
