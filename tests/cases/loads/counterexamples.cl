// Loops that compute something else when a load moves before the stores: each such load stays where it is.

//@ run sizes=0,1,2,3,5,8,17

void shifted(__global const int *a, __global int *c, int n)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        c[i] = a[i] * 3 + 1;
}

__kernel void loads_what_another_copy_stores(__global int *c, int n)
{
    shifted(c + get_global_id(0) * 64, c + get_global_id(0) * 64 + 1, n);
}

__kernel void stored_before_in_its_own_copy(__global int *restrict a, __global int *restrict c, int n)
{
    __global int *restrict own = a + get_global_id(0) * 64;
    int s = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        own[i] = i * i + n;
        s = s * 3 + own[i];
    }
    c[get_global_id(0)] = s;
}

void twice(__global const int *a, __global int *c, __global int *d, int n)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        c[i] = a[i] + 1;
        d[i] = a[i] * 2;
    }
}

__kernel void one_array_for_all(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    twice(own, own, own + 32, n);
}

__kernel void next_element(__global int *a, int n)
{
    const int first = get_global_id(0) * 64;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        a[first + i + 1] = a[first + i] * 5 + i;
}

__kernel void two_elements_later(__global int *a, int n)
{
    const int first = get_global_id(0) * 64;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        a[first + i + 2] = a[first + i] * 5 + i;
}

__kernel void four_elements_later(__global int *a, int n)
{
    // No two copies of one pass meet.
    const int first = get_global_id(0) * 64;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        a[first + i + 4] = a[first + i] * 5 + i;
}

__kernel void the_same_for_a_stride_of_zero(__global int *a, int n, int m)
{
    __global int *own = a + get_global_id(0) * 256;
    const int stride = m & 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        own[i * stride] = own[i * stride] * 5 + i;
}

__kernel void wraps_in_a_narrow_type(__global int *a, int n)
{
    __global int *own = a + get_global_id(0) * 256;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        own[(uchar)(i * 64)] = own[(uchar)(i * 192 + 64)] * 5 + i;
}

__kernel void threes_and_fours(__global float *a, int n)
{
    __global float *own = a + get_global_id(0) * 128;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        float3 three = vload3(i, own);
        vstore4((float4)(three * 2.0f, own[i]), i, own);
    }
}

__kernel void under_a_condition(__global const int *restrict a, __global int *restrict c, int n)
{
    // Behind the end of the array, no load may be.
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        const int at = get_global_id(0) * 64 + i;
        if (i < n - 1 && a[at + 1] > 2)
            c[at] = a[at + 1];
        else
            c[at] = i < n / 2 ? a[at] : n;
    }
}

__kernel void index_that_the_body_changes(__global const int *restrict a, __global int *restrict c, int n)
{
    int at = get_global_id(0) * 64;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        c[at] = a[at] + i;
        at += 2;
    }
}

__kernel void index_that_is_assigned(__global const int *restrict a, __global int *restrict c, int n)
{
    const int first = get_global_id(0) * 64;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        int at = first + i;
        if (at & 1) at += 3;
        c[first + i] = a[at];
    }
}

__kernel void index_that_is_stored(__global int *restrict a, __global int *restrict at, __global int *restrict c, int n)
{
    __global int *restrict own = at + get_global_id(0) * 64;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        own[i + 1] = (own[i] * 5 + 1) & 31;
        c[get_global_id(0) * 64 + i] = a[own[i]];
    }
}

__kernel void volatile_loads(__global const volatile int *restrict a, __global int *restrict c, int n)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        c[get_global_id(0) * 64 + i] = a[i];
}

__kernel void barriers(__global int *restrict a, __global int *restrict c, int n)
{
    const int l = get_local_id(0), g = get_global_id(0);
    #pragma unroll 2
    for (int i = 0; i < 4; i++) {
        c[g] = a[g] * 3 + i;
        barrier(CLK_GLOBAL_MEM_FENCE);
        a[g] = c[g - l] + l;
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

__kernel void fences(__global int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        c[g + i] = i;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        c[g + i] += a[g + i];
    }
}

__kernel void leaves_early(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (i == 5) break;
        c[g + i] = a[g + i];
    }
}

int follow(__global int *c, int at) { return c[at]++; }

__kernel void calls(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        c[g + i] = a[g + i] + follow(c, g + i);
}

__kernel void compound_assignments(__global int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        c[g + i] += 3;
        c[g + i + 1] ^= c[g + i]++;
        a[g + i] -= c[g + i];
    }
}
