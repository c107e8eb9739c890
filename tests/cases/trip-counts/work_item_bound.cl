// CLU102: what differs between work-items is never a constant, so that a macro or a constant in its place is not the
// advice; what only the run knows of other names is told by where it comes from.

//@ run sizes=1,3 global=1 local=1
//@ expect CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102

__kernel void k(__global int *out, __global const int *in, int n)
{
    #pragma unroll
    for (int i = 0; i < get_local_id(0); i++) out[i] = i;
    const int lid = get_local_id(0);
    #pragma unroll
    for (int i = 0; i < lid; i++) out[i] = i;
    const int twice = lid * 2;
    #pragma unroll
    for (int i = twice; i < 64; i++) out[i] = i;
    #pragma unroll
    for (int i = 0; i < n - get_global_id(0); i++) out[i] = i;
    int group = get_group_id(0) * n;
    #pragma unroll
    for (int i = 0; i < group; i++) out[i] = i;
    const int rows = n;
    #pragma unroll
    for (int i = 0; i < rows; i++) out[i] = i;
    const int read = in[0];
    #pragma unroll
    for (int i = 0; i < read; i++) out[i] = i;
    const int size = get_local_size(0);
    #pragma unroll
    for (int i = 0; i < size; i++) out[i] = i;
    int plain = n;
    #pragma unroll
    for (int i = 0; i < plain; i++) out[i] = i;
}
