// Work-group sizes that look fixed and are not.

//@ option --cl-std=CL1.2
//@ expect CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102
//@ run kernel=calls sizes=1 global=8 local=4
//@ run kernel=called sizes=1 global=16 local=8
//@ run kernel=called_by_macro sizes=1 global=16 local=8
//@ run kernel=shadowed sizes=1 global=16 local=8
//@ run kernel=hidden sizes=1 global=16 local=8
//@ run kernel=chosen sizes=1 global=16 local=8
//@ run kernel=dimensions sizes=1 global=16 local=8
//@ run kernel=strides sizes=0,1,5,16 global=16 local=8
//@ run kernel=narrow sizes=1 global=16 local=8
//@ run kernel=helper_user sizes=1 global=16 local=8
//@ build -DSMALL
//@ skip -DSMALL= the harness launches groups of 8
//@ skip -DSMALL=0 the harness launches groups of 8

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void called(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void called_by_macro(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        sum = sum * 3 + in[i];
    out[get_global_id(0) + 64] = sum;
}

#define RUN called_by_macro(in, out, n)

__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void calls(__global const int *in, __global int *out, int n)
{
    called(in, out, n);
    RUN;
}

int half_of(int size) { return size / 2; }

// A macro of the function's name, which names the function.
#define get_local_size(d) half_of(get_local_size(d))
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void hidden(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}
#undef get_local_size

// A helper of the kernel's has no size of its own, even where its attribute says one for its caller.
int helper(__global const int *in)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        sum = sum * 3 + in[i];
    return sum;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void helper_user(__global const int *in, __global int *out, int n)
{
    out[get_global_id(0)] = helper(in) + n;
}

// One name, two kernels.
#ifdef SMALL
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void chosen(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}
#else
__kernel void chosen(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        sum = sum * 5 + in[i];
    out[get_global_id(0)] = sum;
}
#endif

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void dimensions(__global const int *in, __global int *out, int n)
{
    int sum = n;
    // The dimension is one of the run's.
    #pragma unroll
    for (int i = 0; i < get_local_size(n); i++)
        sum = sum * 3 + in[i];
    // No work-item function's value hangs on what the copy knows of another variable of the same name.
    #pragma unroll
    for (uint d = 0; d < 2; d++) {
        #pragma unroll
        for (int i = 0; i < get_local_size(d) + d; i++)
            sum = sum * 3 + in[i + d];
        const uint e = d + 3;
        #pragma unroll 2
        for (int i = 0; i < get_local_size(e); i++)
            sum = sum * 7 + in[i + d];
    }
    // `size_t` has no negative values.
    #pragma unroll
    for (long i = 0; i < get_local_size(0) - 3; i++)
        sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 5; i < (int)(get_local_size(1) - get_local_size(0)) + 14; i++)
        sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}

// Steps of a `size_t`, up and down.
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void strides(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll 4
    for (int i = get_local_id(0); i < 9 * n; i += get_local_size(0))
        sum = sum * 3 + in[i];
    #pragma unroll
    for (int i = 63; i >= 0; i -= get_local_size(0))
        sum = sum * 3 + in[i];
    #pragma unroll 2
    for (long i = 8 * n; i > 0; i -= get_local_size(0))
        sum = sum * 3 + in[i];
    int i;
    #pragma unroll 2
    for (i = -16; i < n; i += get_local_size(0))
        sum = sum * 3 + in[i + 16];
    out[get_global_id(0)] = sum + i;
}

// Types that are narrower than a size.
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void narrow(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (uchar i = 240; i != 8; i += get_local_size(0))
        sum = sum * 3 + in[i];
    #pragma unroll
    for (char i = 0; i < get_local_size(0); i++)
        sum = sum * 3 + in[i];
    // As a `size_t`, -1 is no less than 8.
    #pragma unroll
    for (int i = -1; i < get_local_size(0); i++)
        sum = sum * 7 + in[i + 1];
    out[get_global_id(0)] = sum;
}

// A parameter of the function's name is no function; a variable neither.
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void shadowed(__global const int *in, __global int *out, int n)
{
    const int get_enqueued_local_size = 3;
    int sum = n;
    #pragma unroll
    for (int i = 0; i < get_enqueued_local_size; i++)
        sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}
