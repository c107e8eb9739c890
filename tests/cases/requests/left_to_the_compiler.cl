// `#pragma clunroll leave` leaves a request to the compiler: it stays as it is, in every spelling, in macros, and in the copies of other loops.

//@ run sizes=0,1,3,4,5,9

#define LEAVE _Pragma("clunroll leave")
#define LEAVE_4 _Pragma("clunroll leave") _Pragma("unroll 4")
#define FOUR _Pragma("unroll 4")
#define EACH(n) _Pragma("unroll 4") for (int j = 0; j < n; j++)
#define LEFT(n) _Pragma("clunroll leave") _Pragma("unroll 4") for (int j = 0; j < n; j++)

__kernel void every_spelling(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma clunroll leave
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    #pragma clunroll leave
    for (int i = 0; i < n; i++) hash = hash * 33 + in[i];
    _Pragma("clunroll leave") _Pragma("unroll 4")
    for (int i = 0; i < n; i++) hash = hash * 35 + in[i];
    _Pragma("unroll") _Pragma("clunroll leave")
    for (int i = 0; i < 8; i++) hash = hash * 37 + in[i];
    #pragma clunroll leave
    __attribute__((opencl_unroll_hint(4)))
    for (int i = 0; i < n; i++) hash = hash * 39 + in[i];
    __attribute__((opencl_unroll_hint))
    #pragma clunroll leave
    for (int i = 0; i < 5; i++) hash = hash * 41 + in[i];
    #pragma clunroll leave
    #pragma clang loop unroll_count(4)
    for (int i = 0; i < n; i++) hash = hash * 43 + in[i];
    #pragma clunroll remainder(nested), leave
    #pragma GCC unroll 4
    for (int i = 0; i < n; i++) hash = hash * 45 + in[i];
    out[get_global_id(0)] = hash;
}

__kernel void from_macros(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    LEAVE
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    LEAVE
    for (int i = 0; i < n; i++) hash = hash * 33 + in[i];
    LEAVE_4
    for (int i = 0; i < n; i++) hash = hash * 35 + in[i];
    #pragma clunroll leave
    FOUR
    for (int i = 0; i < n; i++) hash = hash * 37 + in[i];
    #pragma clunroll leave
    EACH(n) hash = hash * 39 + in[j];
    LEFT(n) hash = hash * 41 + in[j];
    LEFT(5) hash = hash * 43 + in[j];
    out[get_global_id(0)] = hash;
}

// Each copy has both pragmas; a loop inside of one that is left is unrolled.
__kernel void nests(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < 6; i++) {
        #pragma clunroll leave
        #pragma unroll 4
        for (int k = 0; k < n; k++) hash = hash * 31 + in[i + k];
        #pragma unroll 4
        LEAVE
        for (int k = 0; k < n; k++) hash = hash * 33 + in[i * k];
        LEFT(n) hash = hash * 35 + in[i + j];
    }
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        __attribute__((opencl_unroll_hint(4))) _Pragma("clunroll leave")
        for (int k = i; k < n; k++) hash = hash * 37 + in[k];
    }
    #pragma clunroll leave
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        #pragma unroll 4
        for (int k = 0; k < 7; k++) hash = hash * 39 + in[i * k];
    }
    out[get_global_id(0)] = hash;
}

__kernel void jams(__global int *restrict out, __global const int *restrict a, __global const int *restrict b, int n)
{
    int base = (get_global_id(0) & 15) * 48;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 7; r++) {
        int sum = 0;
        #pragma clunroll leave
        #pragma unroll 4
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        out[base + r] = sum;
    }
    #pragma clunroll leave
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++) {
        int sum = 0;
        #pragma unroll 4
        for (int k = 0; k < n; k++)
            sum += a[r * n + k] * b[k];
        out[base + 8 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++) {
        #pragma unroll_and_jam 2
        #pragma clunroll leave
        for (int q = 0; q < 4; q++) {
            int sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[r * n + k] * b[k * 4 + q];
            out[base + 16 + r * 4 + q] = sum;
        }
    }
}
