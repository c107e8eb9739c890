// Everything that may stand around a kernel, and must come out as it went in: both spellings of `kernel`, attributes
// before, after and in a row, qualifiers of every address space, one kernel that calls another, and the pragmas that
// enable extensions. The loops inside are unrolled; nothing else may move.
//
// Idea: chapter 6 of the OpenCL C specification, "function qualifiers" and "attribute qualifiers".

//@ run sizes=0,1,3,4,5,16,17 global=16 local=8
//@ build -cl-std=CL3.0

#pragma OPENCL EXTENSION cl_nv_pragma_unroll : enable
#pragma OPENCL FP_CONTRACT ON

#ifdef cl_nv_pragma_unroll
#define HAS_PRAGMA_UNROLL 1
#endif

__constant float weights[4] = { 0.5f, 0.25f, 0.125f, 0.0625f };

__kernel void plain(__global const float *restrict in, __global float *restrict out, const int n)
{
    float sum = 0.0f;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        sum += in[get_global_id(0) + i];
    out[get_global_id(0)] = sum;
}

kernel void without_underscores(global const float *in, global float *out, int n)
{
    float sum = 0.0f;
    #pragma unroll
    for (int i = 0; i < 4; i++)
        sum += in[get_global_id(0) + i] * weights[i];
    out[get_global_id(0)] = sum + n;
}

__kernel __attribute__((vec_type_hint(float4)))
void with_vec_type_hint(__global const float4 *in, __global float4 *out, int n)
{
    float4 sum = (float4)(0.0f);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        sum += in[get_global_id(0) + i];
    out[get_global_id(0)] = sum;
}

__attribute__((work_group_size_hint(8, 1, 1))) __kernel
void attribute_first(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        sum = sum * 3 + in[get_global_id(0) + i];
    out[get_global_id(0)] = sum;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void with_required_size(__global const int *in, __global int *out, __local int *share, volatile __global int *calls)
{
    const int id = get_local_id(0);
    share[id] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 8; i++)
        sum = sum * 3 + share[(id + i) & 7];
    out[get_global_id(0)] = sum;
    atomic_inc(calls);
}

__attribute__((vec_type_hint(int))) __attribute__((work_group_size_hint(8, 1, 1)))
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void with_several(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll 3
    for (int i = 0; i < n; i++) {
        sum = sum * 3 + in[get_global_id(0) + i];
    }
    out[get_global_id(0)] = sum;
}

// `nosvm` is OpenCL 2.0's promise that a pointer is no shared virtual memory; older compilers reject it.
#if __OPENCL_C_VERSION__ >= 200
__kernel void with_nosvm(__global const int *__attribute__((nosvm)) in, __global int *__attribute__((nosvm)) out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        sum = sum * 3 + in[get_global_id(0) + i];
    out[get_global_id(0)] = sum;
}
#endif

inline int weigh(int value, int factor) __attribute__((always_inline));
inline int weigh(int value, int factor)
{
    int result = value;
    #pragma unroll
    for (int i = 0; i < 3; ++i)
        result = result * factor + value;
    return result;
}

// A kernel called by a kernel runs as a function, with the caller's work-group size.
__kernel void calls_another(__global const int *in, __global int *out, int n)
{
    attribute_first(in, out, n);
    const int id = get_global_id(0);
    #pragma unroll
    for (int i = 0; i < 2; i++)
        out[id] = weigh(out[id], i + 2);
}
