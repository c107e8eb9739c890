// Declarations of arrays that scalars cannot replace.

//@ run sizes=1,3 global=1 local=1

typedef int Row[2];
typedef struct { int x, y; } Point;

__kernel void declarations(__global int *out, int n)
{
    #pragma promote_to_registers
    volatile int in_memory[2] = { n, 1 };
    #pragma promote_to_registers
    __local int shared[2];
    #pragma promote_to_registers
    __constant int constants[2] = { 1, 2 };
    #pragma promote_to_registers
    Row rows[2] = { { n, 1 }, { 2, 3 } };
    #pragma promote_to_registers
    Point points[2] = { { n, 1 }, { 2, 3 } };
    #pragma promote_to_registers
    int large[257];
    #pragma promote_to_registers
    int aligned[2] __attribute__((aligned(16))) = { n, 3 };
    #pragma promote_to_registers
    __attribute__((aligned(16))) int aligned_too[2] = { n, 4 };
    #pragma promote_to_registers
    int named[3] = { [1] = n, 5 };
    #pragma promote_to_registers
    int2 components[2] = { n, 1, 2, 3 };
    #pragma promote_to_registers
    int mixed[2][2] = { { n }, 2 };
    #pragma promote_to_registers
    char text[] = "abc";
    #pragma promote_to_registers
    int itself[2] = { n, sizeof(itself[0]) };
    #pragma promote_to_registers
    int good[2] = { n, 1 }, bad[2] = { n, 2 };
    bad[n & 1] = 3;
    shared[0] = 1;
    large[256] = n;
    out[get_global_id(0)] = in_memory[0] + shared[0] + constants[1] + rows[1][0] + points[1].y + large[256] + aligned[1]
        + aligned_too[1] + named[2] + components[1].y + mixed[1][0] + text[2] + itself[1] + good[1] + bad[0];
}
