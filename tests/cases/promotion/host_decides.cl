// Lengths, indices and uses that rest on what the final compile defines.

//@ run sizes=1,3
//@ option -DN=4
//@ build -DN=4
//@ build -DN=6 -DODD

#ifdef ODD
#define PICK(i) picked[i]
#define TWICE(x) ((x) + (x))
#define STORE(x, y) x = y
#else
#define PICK(i) picked[1 - (i)]
#define TWICE(x) (2 * (x))
#define STORE(x, y) do { x = y; } while (0)
#endif
#ifndef M
#define M 2
#endif

__kernel void decides(__global const int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    int length[N];
    #pragma unroll
    for (int i = 0; i < N; i++)
        length[i] = in[i];
    #pragma promote_to_registers
    int index[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    index[M & 7] = n;
    #pragma promote_to_registers
    int picked[2] = { n, 1 };
    #pragma promote_to_registers
    int doubled[2] = { n, 2 };
    #pragma promote_to_registers
    int stored[2];
    STORE(stored[0], n); STORE(stored[1], 4);
    out[get_global_id(0)] = length[0] + index[2] + PICK(0) + TWICE(doubled[1]) + doubled[0] + stored[1];
}
