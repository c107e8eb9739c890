// Requests in a nest that do not go with the jam: they stay before the loop that the copies share.

//@ run sizes=0,1,2,3,5,8,9
//@ expect CLU102 CLU102

#define UNROLL _Pragma("unroll")

__kernel void not_innermost(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++)
        #pragma unroll 2
        for (int j = 0; j < 8; j++) {
            int s = 0;
            #pragma unroll
            for (int k = 0; k < 4; k++) s = s * 3 + a[r + k * j];
            c[get_global_id(0) * 128 + r * 8 + j] = s;
        }
}

// The author asks for no unrolling, or the inner request has no count.
__kernel void others(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int s = 0;
        #pragma nounroll
        for (int k = 0; k < 4; k++) s = s * 3 + a[r + k];
        #pragma unroll
        for (int k = 0; k < n; k++) s = s * 5 + a[r + k];
        c[get_global_id(0) * 16 + r] = s;
    }
}

// In other spellings.
__kernel void spelled_otherwise(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int s = 0;
        UNROLL
        for (int k = 0; k < 4; k++) s = s * 3 + a[r + k];
        __attribute__((opencl_unroll_hint(2)))
        for (int k = 0; k < n; k++) s = s * 5 + a[r + k];
        for (int j = 0; j < 2; j++) {
            UNROLL for (int k = j; k < n; k++) s = s * 7 + a[r + k];
            __attribute__((opencl_unroll_hint))
            for (int k = 0; k < n; k++) s = s * 9 + a[j + k];
        }
        c[get_global_id(0) * 16 + r] = s;
    }
}
