// A jam inside a jam: each copy of the inner one contains all copies of the outer one.

//@ run sizes=0,1,2,3,4,5,8,9

__kernel void tile(__global float *restrict c, __global const float *restrict a, __global const float *restrict b, int n)
{
    #pragma unroll_and_jam 2
    for (int i = 0; i < n; i++)
        #pragma unroll_and_jam 2
        for (int j = 0; j < 12; j++) {
            float s = 0;
            for (int k = 0; k < n; k++) s += a[i * 12 + k] * b[k * 12 + j];
            c[get_global_id(0) * 256 + i * 12 + j] = s;
        }
}

// Code of all levels, remainders of both loops, and a request for the innermost loop.
__kernel void with_code_around(__global int *restrict c, __global int *restrict d, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 3
    for (int i = 0; i < n; i++) {
        const int row = i * 3;
        int all = 0;
        #pragma unroll_and_jam 2
        for (int j = 0; j < 9; j++) {
            int s = row + j;
            #pragma unroll 2
            for (int k = 0; k < n; k++) s = s * 3 + a[row + k] * a[j * 4 + k];
            all = all * 5 + s;
            c[get_global_id(0) * 512 + i * 16 + j] = s;
        }
        d[get_global_id(0) * 32 + i] = all ^ row;
    }
}

// All iterations of both run at once, of two siblings.
__kernel void all_at_once(__global int *restrict c, __global const int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam
    for (int i = 0; i < 2; i++) {
        #pragma unroll_and_jam
        for (int j = 0; j < 3; j++) {
            int s = 0;
            for (int k = 0; k < n; k++) s = s * 3 + a[i * 8 + k] * a[j * 4 + k];
            own[i * 8 + j] = s;
        }
        #pragma unroll_and_jam 2
        for (int j = 0; j < 3; j++) {
            int s = 0;
            for (int k = 0; k < n; k++) {
                if (k == i) continue;
                s = s * 3 + a[i * 8 + k] * a[j * 4 + k];
            }
            own[32 + i * 8 + j] = s;
        }
    }
}

// Either jam is right alone, and both are not: two copies of different rows and columns meet.
__kernel void not_both(__global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 4; i++)
        #pragma unroll_and_jam 2
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                own[i + 2 * j + 3 * k] = own[i + 2 * j + 3 * k] * 3 + n + i * 7 + k;
}

// A third jam in them stays.
__kernel void three(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    for (int h = 0; h < 3; h++)
        #pragma unroll_and_jam 2
        for (int i = 0; i < 3; i++)
            #pragma unroll_and_jam 2
            for (int j = 0; j < 3; j++) {
                int s = h;
                for (int k = 0; k < n; k++) s = s * 3 + a[h * 2 + i + k] * a[j * 4 + k];
                c[get_global_id(0) * 64 + h * 16 + i * 4 + j] = s;
            }
}
