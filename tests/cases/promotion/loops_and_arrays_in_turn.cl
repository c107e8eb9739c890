// What has become a scalar tells another loop's trip count, or another array's index: loops and arrays are done in turn.

//@ run sizes=0,1,4,7

__kernel void in_turn(__global const int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    const int trips[2] = { 3, 2 };
    #pragma promote_to_registers
    const int order[3] = { 2, 0, 1 };
    #pragma promote_to_registers
    int acc[3];
    #pragma unroll
    for (int i = 0; i < trips[0]; i++)
        acc[order[i]] = in[i] + n;
    #pragma unroll
    for (int i = 0; i < trips[1]; i++)
        acc[i + 1] += acc[order[i]];
    out[get_global_id(0)] = acc[0] + acc[1] * acc[order[0]];
}
