// Rows whose length is known only at run time: the nest is jammed under a test of the length, and left as it is in the other branch.

//@ run sizes=0,1,2,3,4,5,8,17
//@ run sizes=1,3,8 set=n:-3
//@ run sizes=1,3,8 set=n:1
//@ run kernel=wraps_around sizes=3,8 set=n:2147483649
//@ run kernel=wraps_around sizes=3,8 set=n:1073741825
//@ run kernel=thirds sizes=3 set=n:1431655766
//@ run kernel=in_size_t sizes=3,8 set=n:2147483649

// The main use: a column, with a product of matrices.
__kernel void column(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, const int n)
{
    const int row = get_global_id(0) * 8;
    if (n == 0 && row > 0) return;
    #pragma unroll_and_jam 4
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 7; k++)
            c[1000 + (row + i) * n] += a[i * 7 + k] * b[k] + c[1000 + (row + i) * n] * 3;
}

// Rows that are as long as the inner loop, or longer.
__kernel void tile(__global const int *restrict a, __global int *restrict c, const int n, const int m)
{
    __global int *own = c + get_global_id(0) * 64;
    if (m < 9 && n < 9)
        #pragma unroll_and_jam 2
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < m; j++)
                own[20 + i * n + j] = own[20 + i * n + j] * 3 + a[j] + i;
}

// An end that is included, a start that is not 0, and a load beside the store.
__kernel void ends(__global const int *restrict a, __global int *restrict c, const int n, const int m)
{
    __global int *own = c + get_global_id(0) * 64;
    if (m < 7 && n < 9) {
        #pragma unroll_and_jam 2
        for (int i = 0; i < 4; i++)
            for (int j = 0; j <= m; j++)
                own[9 + i * n + j] = own[9 + i * n + j] * 3 + i;
        #pragma unroll_and_jam 3
        for (int i = 0; i < 6; i += 2)
            for (int j = -2; j < m; j++)
                own[16 + i * n + j] = own[16 + i * n + j + 2] * 3 + a[i];
    }
}

// Constant rows.
__kernel void constant_rows(__global const int *restrict a, __global int *restrict c, const int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 4; j++)
            own[15 + i * n + j] = own[15 + i * n + j] * 3 + a[j] + i;
}

// Twice 0x80000001 is 2: the test bounds the length, too.
__kernel void wraps_around(__global const int *restrict a, __global int *restrict c, const uint n)
{
    __global int *own = c + get_global_id(0) * 64;
    if (n < 9 || n == 0x80000001u)
        #pragma unroll_and_jam 2
        for (uint i = 0; i < 8; i += 2)
            for (uint j = 0; j < 5; j++)
                own[i * n + j] = own[i * n + j] * 3 + a[j] + i;
    if (n < 9 || n == 0x40000001u)
        #pragma unroll_and_jam 2
        for (uint i = 0; i < 8; i += 4)
            for (uint j = 0; j < 5; j++)
                own[i * n + j] = own[i * n + j] * 3 + a[j] + i;
}

// Three times 0x55555556 is 2.
__kernel void thirds(__global const int *restrict a, __global int *restrict c, const uint n)
{
    __global int *own = c + get_global_id(0) * 64;
    if (n < 9 || n == 0x55555556u)
        #pragma unroll_and_jam 2
        for (uint i = 0; i < 6; i += 3)
            for (uint j = 0; j < 5; j++)
                own[i * n + j] = own[i * n + j] * 3 + a[j] + i;
}

// An unsigned subscript in a 64-bit sum.
__kernel void in_size_t(__global const int *restrict a, __global int *restrict c, const uint n)
{
    const size_t at = get_global_id(0) * 64;
    if (n < 9 || n == 0x80000001u)
        #pragma unroll_and_jam 2
        for (uint i = 0; i < 8; i += 2)
            for (uint j = 0; j < 5; j++)
                c[at + i * n + j] = c[at + i * n + j] * 3 + a[j] + i;
}

// A length that has no value on the way to a nest that never runs.
__kernel void without_a_value(__global const int *restrict a, __global int *restrict c, const int n)
{
    __global int *own = c + get_global_id(0) * 64;
    int length;
    if (n > 1) length = n;
    #pragma unroll_and_jam 2
    for (int i = 0; i < (n > 1 && n < 9 ? 4 : 0); i++)
        for (int j = 0; j < 4; j++)
            own[i * length + j] = own[i * length + j] * 3 + a[j];
    if (n < 9) switch (n) {
        int pitch = n;
        case 3:
            pitch = 5;
        case 4:
            #pragma unroll_and_jam 2
            for (int i = 0; i < (n == 3 ? 3 : 0); i++)
                for (int j = 0; j < 4; j++)
                    own[i * pitch + j] = own[i * pitch + j] * 3 + a[j];
    }
}

// A nest with a request in it is not written twice, and two lengths need two conditions.
__kernel void others(__global int *restrict a, __global int *restrict c, const int n, const short p)
{
    __global int *own = c + get_global_id(0) * 64, *also = a + get_global_id(0) * 64;
    if (n < 9 && p < 9) {
        #pragma unroll_and_jam 2
        for (int i = 0; i < 4; i++)
            #pragma unroll
            for (int j = 0; j < 4; j++)
                own[12 + i * n + j] = own[12 + i * n + j] * 3 + i;
        #pragma unroll_and_jam 2
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                own[12 + i * n + j] = own[12 + i * n + j] * 3 + i;
                also[12 + i * p + j] = also[12 + i * p + j] * 5 + i;
            }
    }
}
