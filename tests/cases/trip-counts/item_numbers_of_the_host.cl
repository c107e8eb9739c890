// Loops that begin with a work-item's number, where macros of the host decide the required work-group size: one condition pins them.

//@ expect CLU102
//@ run sizes=0,1,5,300 global=16 local=8
//@ run sizes=0,1,5,300 global=16 local=4
//@ run sizes=0,1,5,300 global=16 local=16
//@ run sizes=3 global=8x4 local=4x2
//@ run sizes=3 global=8x4 local=8x2
//@ run sizes=3 global=16x4 local=16x2
//@ build -DWG=4
//@ build -DWG=16
//@ build -DWG=4+4
//@ build -DWG=(2*4)
//@ build -DWG=8u
//@ build -DWG=4 -DEXTRA=4

#ifndef WG
#define WG 8
#endif
#ifndef EXTRA
#define EXTRA 8
#endif

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void of_a_group(__global const int *in, __global int *out, int n)
{
    const int item = get_local_id(0);
    int sum = n;
    #pragma unroll
    for (int i = get_local_id(0); i < 32; i += WG)
        sum = sum * 3 + in[i];
    #pragma unroll
    for (uint i = item; i < 4 * WG; i += WG) {
        if (i == 17)
            continue;
        sum += in[i] * 5;
    }
    #pragma unroll 4
    for (int i = 31 - item; i >= 0; i -= 8)
        sum = sum * 7 + in[i];
    #pragma unroll
    for (size_t i = item; i < 2 * WG; i += WG) {
        #pragma unroll
        for (int j = 0; j < WG / 4; j++)
            sum += in[i + j] << j;
    }
    int k;
    #pragma unroll
    for (k = item; k < 16; k += 8) {
        sum ^= in[k];
        if (sum == 12345)
            break;
    }
    out[get_global_id(0)] = sum + k;
}

__kernel __attribute__((reqd_work_group_size(WG + EXTRA - 8, 1, 1)))
void of_two_macros(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int i = get_local_id(0); i < 32; i += 8)
        sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}

__kernel __attribute__((reqd_work_group_size(WG, 2, 1)))
void of_two_dimensions(__global const int *in, __global int *out, int n)
{
    __local int tile[32];
    #pragma unroll
    for (int i = get_local_id(0); i < 16; i += WG) {
        #pragma unroll
        for (int j = get_local_id(1); j < 2; j += 2)
            tile[i + 16 * j] = in[i + j] + n;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 32; i++)
        sum = sum * 3 + tile[i];
    out[get_global_id(0) + get_global_id(1) * get_global_size(0)] = sum;
}

// The macro is another one at the loop.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void changed(__global const int *in, __global int *out, int n)
{
    int sum = n;
#if WG == 16
#undef WG
#define WG 8
#define WAS_LARGER
#endif
    #pragma unroll
    for (int i = get_local_id(0); i < 32; i += 8)
        sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}
#ifdef WAS_LARGER
#undef WG
#define WG 16
#endif

// Its trips differ within a group of eight.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void differs(__global const int *in, __global int *out, int n)
{
    int sum = n;
    #pragma unroll
    for (int i = get_local_id(0); i < 30; i += WG)
        sum = sum * 3 + in[i];
    out[get_global_id(0)] = sum;
}
