// Indices that are no constants when the loops are written out, or that lead past the end.

//@ run sizes=0,1,3

__kernel void indices(__global const int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    int in_loop[4];
    for (int i = 0; i < 4; i++)
        in_loop[i] = in[i];
    #pragma promote_to_registers
    int in_part[4];
    #pragma unroll 2
    for (int i = 0; i < 4; i++)
        in_part[i] = in[i];
    #pragma promote_to_registers
    int of_the_run[4] = { 1, 2, 3, 4 };
    of_the_run[n] = 3;
    #pragma promote_to_registers
    int assigned[2];
    int k;
    #pragma unroll
    for (k = 0; k < 2; k++)
        assigned[k] = n;
    #pragma promote_to_registers
    int with_effect[3];
    int at = 0;
    with_effect[at++] = 4;
    with_effect[at++] = 5;
    #pragma promote_to_registers
    int from_memory[4] = { 0, 1, 2, 3 };
    from_memory[in[0] & 3]++;
    #pragma promote_to_registers
    int in_nest[2][4];
    #pragma unroll
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            in_nest[i][j] = i + j;
    out[get_global_id(0)] = in_loop[2] + in_part[3] + of_the_run[n] + assigned[1] + with_effect[1] + from_memory[3]
        + in_nest[1][2];
}

__kernel void outside(__global int *out, int n)
{
    #pragma promote_to_registers
    int short_one[3] = { n, 1, 2 };
    if (n > 100)
        short_one[3] = 1;
    #pragma promote_to_registers
    int negative[2] = { n, 3 };
    if (n > 100)
        negative[-1] = 1;
    #pragma promote_to_registers
    int row[2][2] = { { n, 1 }, { 2, 3 } };
    if (n > 100)
        row[0][2] = 1;
    out[get_global_id(0)] = short_one[0] + negative[0] + row[0][0];
}
