// Arrays of one to three dimensions, of numbers, vectors and pointers, with and without initialisers: each element
// becomes a variable of its own.
//@ warns -Wsometimes-uninitialized clang does not know that the condition before an element holds in that copy

//@ run sizes=1,2,5

typedef uchar Byte;

__kernel void numbers(__global const int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    int one[4];
    #pragma promote_to_registers
    uint two[2][3];
    #pragma promote_to_registers
    Byte three[2][2][2];
    #pragma unroll
    for (int i = 0; i < 4; i++)
        one[i] = in[i + n];
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        #pragma unroll
        for (int j = 0; j < 3; j++) {
            two[i][j] = one[i] * 7 + one[i + j] - n;
            if (j < 2) {
                #pragma unroll
                for (int k = 1; k >= 0; k--)
                    three[i][j % 2][k] = two[i][j] + 100 * k;
            }
        }
    }
    int hash = 0;
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        #pragma unroll
        for (int j = 0; j < 2; j++) {
            hash = hash * 31 + two[i][j + 1] * three[i][j][1] - three[1 - i][j][0];
            hash += two[i][j]++ + --one[3 - i];
        }
    }
    out[get_global_id(0)] = hash + sizeof(one[1]) + sizeof three[0][1][1];
}

#define WIDTH 3
enum { HEIGHT = 2 };

__kernel void initialised(__global int *out, int n)
{
    const int length = 4;
    #pragma promote_to_registers
    int all[length] = { n, n + 1, n * n, 7 }, some[WIDTH] = { 5 }, none[WIDTH] = { 0 }, last = 9;
    #pragma promote_to_registers
    int rows[HEIGHT][WIDTH] = { { 1, n }, { 2, (n, 3), all[2] } };
    #pragma promote_to_registers
    short row[HEIGHT][WIDTH] = { 1, 2, 3, 4 };
    #pragma promote_to_registers
    const char counted[] = { 'a', 'b', 'c' };
    int hash = last;
    #pragma unroll
    for (int i = 0; i < WIDTH; i++)
        hash = hash * 31 + all[i] * some[i] + none[i] - rows[0][i] * rows[1][i] + row[0][i] * row[1][i] + counted[i];
    out[get_global_id(0)] = hash + all[3];
}

__kernel void vectors(__global const float *in, __global float *out, int n)
{
    #pragma promote_to_registers
    float4 v[2] = { (float4)(0.5f), (float4)(1.0f, 2.0f, 3.0f, in[n]) };
    #pragma promote_to_registers
    int2 w[2][2];
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        v[i].xy += v[1 - i].zw;
        v[i].s2++;
        w[i][0] = (int2)(i, n);
        w[i][1].yx = w[i][0];
    }
    out[get_global_id(0)] = dot(v[0], v[1]) + w[0][1].x * w[1][0].y + w[1][1].s0;
}

__kernel void pointers(__global int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    __global int *row[3], *const fixed[2] = { in, in + n }, *plain = in;
    #pragma unroll
    for (int i = 0; i < 3; i++)
        row[i] = in + i * 16;
    #pragma unroll
    for (int i = 0; i < 3; i++)
        out[i + 3 * get_global_id(0)] = row[i][n] + *row[2 - i] + fixed[1][i] + *fixed[0] + plain[2];
}
