// Nests that compute something else when they are jammed: each is left as written, or as the other branch of a test.

//@ run sizes=0,1,2,3,5,8

#define SPAN 8

void product(__global const int *a, __global int *c, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[r + k];
        c[r] = sum;
    }
}

__kernel void loads_what_is_stored(__global int *c, int n)
{
    product(c + get_global_id(0) * 64, c + get_global_id(0) * 64 + 3, n);
}

__kernel void reduces_over_the_outer_loop(__global const float *restrict a, __global float *restrict c, int n)
{
    float sum = 0.5f;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < n; k++)
            sum = sum * 0.5f + a[r * 8 + k];
    c[get_global_id(0)] = sum;
}

__kernel void passes_on_in_an_array(__global const int *restrict a, __global int *restrict c, int n)
{
    int last[2];
    last[0] = 1;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int hash = last[0];
        for (int k = 0; k < n; k++)
            hash = hash * 3 + a[k];
        last[0] = hash;
    }
    c[get_global_id(0)] = last[0];
}

__kernel void fills_and_uses_an_array(__global const int *restrict a, __global int *restrict c, int n)
{
    int row[8];
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        for (int k = 0; k < 8; k++) row[k] = a[r + k];
        for (int k = 0; k < 8; k++) c[get_global_id(0) * 64 + r * 8 + k] = row[7 - k] * n;
    }
}

__kernel void strides_that_meet(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < n; k++)
            own[2 * k + 3 * r] = r * 16 + k;
}

__kernel void restrict_in_the_body(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        __global int *restrict to = own + r;
        for (int k = 0; k < n; k++)
            to[k] = r * 16 + k;
    }
}

__kernel void bound_in_memory(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    own[0] = n;
    #pragma unroll_and_jam 2
    for (int r = 1; r < 5; r++) {
        int sum = 0;
        for (int k = 0; k < own[0]; k++) sum += k;
        own[r - 1] = sum & 7;
    }
}

__kernel void after_meets_before(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int hash = own[r];
        for (int k = 0; k < n - 3; k++) hash += k;
        own[r + 1] = hash * 3 + 1;
    }
}

__kernel void earlier_in_the_middle(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 2; k++)
                own[(i + 1) * 8 + j + k] = own[i * 8 + j + 1 + k] + n;
}

__kernel void symbolic_stride(__global int *c, int n, int m)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < n; k++)
            own[r * m + k] = r * 16 + k;
}

__kernel void narrow_subscript(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 256;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < 8; k++)
            own[(uchar)(r * 261 + k)] = own[(uchar)(r * 256 + k + 1)] + n;
}

__kernel void unknown_distance(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < 4; k++)
            own[r * 4 + k] = own[r * 4 + k + n] + 1;
}

__kernel void pointer_that_moves(__global const int *restrict a, __global int *restrict c, int n)
{
    __global const int *from = a;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += *from++;
        c[get_global_id(0) * 8 + r] = sum;
    }
}

__kernel void bound_of_its_own(__global const int *restrict a, __global int *restrict c, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = n;
        for (int k = 0; k < r; k++) sum = sum * 3 + a[k];
        c[get_global_id(0) * 8 + r] = sum;
    }
}

__kernel void variable_after_the_loop(__global const int *restrict a, __global int *restrict c, int n)
{
    int r, k;
    #pragma unroll_and_jam 2
    for (r = 0; r < 4; r++) {
        int sum = 0;
        for (k = 0; k < n; k++) sum += a[r + k];
        c[get_global_id(0) * 8 + r] = sum + r;
    }
    c[get_global_id(0) * 8 + 7] = r;
}

int table_and_parameter(__global int *c, int n)
{
    int own[4];
    int *from = own;
    own[0] = n, own[1] = 2, own[2] = 3, own[3] = 4;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < 4; k++) sum = sum * 3 + from[k];
        own[r] = sum;
    }
    return own[3];
}

__kernel void array_and_pointer_into_it(__global int *c, int n)
{
    c[get_global_id(0)] = table_and_parameter(c, n);
}

// `const` is no evidence: a host may pass one buffer for both.
__kernel void constant_pointer(__constant int *a, __global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + a[k];
        own[r] = sum;
    }
}
