// A request for the innermost loop of a nest: the jam comes first, and its copies are the body that is unrolled.

//@ run sizes=0,1,2,3,4,5,8,9
//@ expect CLU102

__kernel void full_inside(__global int *restrict c, __global const int *restrict a, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r;
        // Three products.
        #pragma unroll
        for (int k = 0; k < 3; k++)
            sum += a[r + k] * k;
        own[r] = sum;
    }
}

__kernel void counted_inside(__global int *restrict c, __global const int *restrict a, const int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = 0;
        #pragma unroll 4
        for (int k = n - 1; k >= 0; k--) {
            const int product = a[k] * (r + 1);
            sum = sum * 3 + product;
        }
        c[get_global_id(0) * 64 + r] = sum;
    }
}

__kernel void remainder_as_a_loop(__global int *restrict c, __global const int *restrict a, const int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        #pragma clunroll remainder(loop)
        #pragma unroll 4
        for (int k = 0; k < n; k++)
            sum = sum * 3 + a[k] * (r + 1);
        c[get_global_id(0) * 64 + r] = sum;
    }
}

__kernel void remainder_as_a_switch(__global int *restrict c, __global const int *restrict a, const int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        #pragma clunroll remainder(switch)
        #pragma unroll 4
        for (int k = 0; k < n; k++)
            sum = sum * 3 + a[k] * (r + 1);
        c[get_global_id(0) * 64 + r] = sum;
    }
}

// No braces, three levels, and a factor that does not divide the trip count.
__kernel void bare(__global int *restrict c, __global const int *restrict a, const int n)
{
    __local int t[16 * 64];
    __local int *own = t + get_local_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < 2; k++)
            #pragma unroll 3
            for (int m = 0; m < 8; m++)
                own[r * 16 + k * 8 + m] = a[m] * r + k;
    for (int i = 0; i < 64; i++)
        c[get_global_id(0) * 64 + i] = own[i];
}

// The whole outer loop is written, and nothing of the inner one.
__kernel void nothing_inside(__global int *restrict c, __global const int *restrict a, const int n)
{
    #pragma unroll_and_jam 4
    for (int r = 0; r < 3; r++) {
        int sum = a[r];
        #pragma unroll
        for (int k = 0; k < 0; k++)
            sum += k;
        c[get_global_id(0) * 64 + r] = sum;
    }
}

// Macros in the body, and a step that is not one.
#define TERM(i) (a[(i)] + (i))
__kernel void macros(__global int *restrict c, __global const int *restrict a, const int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = r;
        #pragma unroll 2
        for (int k = 1; k < n; k += 3) {
            if (TERM(k) & 1)
                sum += TERM(k);
            else
                sum ^= k;
        }
        c[get_global_id(0) * 64 + r] = sum;
    }
}

// The request is for a loop in the middle.
__kernel void middle(__global int *restrict c, __global const int *restrict a, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        #pragma unroll 2
        for (int k = 0; k < 2; k++)
            for (int m = 0; m < 8; m++)
                own[r * 16 + k * 8 + m] = a[m] * r + k;
}

// The inner loop stays.
__kernel void left(__global int *restrict c, __global const int *restrict a, const int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = r;
        #pragma unroll
        for (int k = 0; k < n; k++)
            sum += a[k];
        c[get_global_id(0) * 64 + r] = sum;
    }
}
