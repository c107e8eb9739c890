// Work-groups of one size that the kernel itself says: what the work-item functions give is a constant.

//@ option --cl-std=CL1.2
//@ option -DWG=8
//@ expect CLU102
//@ run kernel=before_void sizes=0,1,5,16 global=16 local=8
//@ run kernel=first sizes=0,1,5,16 global=16 local=8
//@ run kernel=behind sizes=0,1,5,16 global=16 local=8
//@ run kernel=nested sizes=0,1,5,16 global=16 local=8
//@ run kernel=cube sizes=3 global=8x4x2 local=4x2x2
//@ run kernel=one_of_two sizes=3 global=8 local=4
//@ run kernel=hosted sizes=0,5,7 global=16 local=8
//@ skip -DWG=11 the harness launches groups of 8
//@ skip -DWG=6 the harness launches groups of 8
//@ skip -DWG=(2+3) the harness launches groups of 8
//@ skip -DWG=2+3 the harness launches groups of 8
//@ skip -DWG=(uint)4 the harness launches groups of 8
//@ skip -UWG the size has no name then

#define GROUP 8
#define HALF(n) ((n) / 2)
#define FIXED __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#define KERNEL __kernel
enum { ROWS = 2 };

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void before_void(__global const int *in, __global int *out, int n)
{
    const size_t id = get_global_id(0);
    int sum = n;
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        sum = sum * 3 + in[id + i];
    #pragma unroll
    for (int d = get_local_size(0) / 2; d > 0; d--)
        sum ^= in[d] << d;
    #pragma unroll
    for (uint i = 0; i < HALF(get_local_size(0)) + ROWS; i++)
        sum += in[i] * (int)i;
    // The other dimensions are 1, and one that there is not is left to the run.
    #pragma unroll
    for (int i = 0; i < get_local_size(1) + get_local_size(2); i++)
        sum += i;
    #pragma unroll
    for (int i = 0; i < get_local_size(3); i++)
        sum += 5;
    // A step.
    #pragma unroll 2
    for (uint i = get_local_id(0); i < n; i += get_local_size(0))
        sum += in[i];
    #pragma unroll
    for (size_t i = 0; i < 4 * GROUP; i += get_local_size(0))
        sum += in[i] + 1;
    out[id] = sum;
}

// The attribute before everything, in its other spelling, and among others.
__attribute__((vec_type_hint(int), __reqd_work_group_size__(8, 1, 1)))
kernel void first(__global const int *in, __global int *out, int n)
{
    const int size = get_local_size(0), part = size / 2;
    int sum = n;
    #pragma unroll
    for (int i = 0; i < part; i++)
        sum += in[i + n];
    #pragma unroll 4
    for (int i = 0; i < n + part; i++)
        sum += in[i] * i;
    out[get_global_id(0)] = sum;
}

// Behind the parameters, out of a macro.
KERNEL void behind(__global const int *in, __global int *out, int n) FIXED
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < (int)get_local_size(0) - 2; i++)
        sum += in[i + n];
    out[get_global_id(0)] = sum;
}

FIXED KERNEL void nested(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (uint k = 0; k < 2; k++) {
        #pragma unroll
        for (int i = 0; i < get_local_size(k); i++)
            sum = sum * 5 + in[i + n] + (int)k;
    }
    out[get_global_id(0)] = sum;
}

__kernel __attribute__((reqd_work_group_size(ROWS * 2, ROWS, 1 << 1)))
void cube(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++) {
        #pragma unroll
        for (int j = 0; j < get_local_size(1); j++) {
            #pragma unroll
            for (int k = 0; k < get_local_size(2); k++)
                sum = sum * 7 + in[i * 4 + j * 2 + k];
        }
    }
    out[get_global_id(0) + get_global_id(1) * 8 + get_global_id(2) * 32] = sum;
}

// A size that the host decides upon: the test stays.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void hosted(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        sum = sum * 3 + in[i + n];
    #pragma unroll 4
    for (int i = 0; i < n * (int)get_local_size(0); i++)
        sum += in[i];
    #pragma unroll 2
    for (int i = 0; i < 4 * n; i += get_local_size(0) / 2)
        sum += in[i] * 3;
    out[get_global_id(0)] = sum;
}

__kernel
__attribute__((vec_type_hint(int4)))
__attribute__((reqd_work_group_size(4, 1, 1)))
void one_of_two(__global const int *in, __global int *out, int n)
{
    __local int parts[4];
    const size_t id = get_local_id(0);
    parts[id] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++) {
        sum += parts[(id + i) % 4] * i;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum + n;
}
