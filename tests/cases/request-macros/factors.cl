// A macro that conditions define as one request or another: each branch has its own factor.

//@ run sizes=0,1,2,3,5,8
//@ build -DAMD
//@ build -DNVIDIA
//@ build -DAMD -DNVIDIA

#ifdef AMD
#define UNR _Pragma("unroll 2")
#else
#define UNR _Pragma("unroll 4")
#endif

#if defined(AMD)
#define UNR3 _Pragma("unroll 3")
#elif defined(NVIDIA)
#define UNR3 __attribute__((opencl_unroll_hint(5)))
#else
#define UNR3
#endif

__kernel void two_factors(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNR
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    if (n > 3) UNR for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    else
        UNR
        for (int i = 0; i < 3; i++) hash = hash * 33 + in[i];
    out[get_global_id(0)] = hash;
}

__kernel void a_nest(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    UNR3
    for (int i = 0; i < n; i++) {
        UNR
        for (int j = 0; j < i; j++) hash = hash * 31 + in[i + j];
        #pragma unroll
        for (int j = 0; j < 3; j++) hash = hash * 31 + in[j];
    }
    out[get_global_id(0)] = hash;
}
