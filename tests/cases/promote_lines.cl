// Line ends stay what they are, and long lists are broken into lines.

//@ run sizes=1,3

__kernel void lines(__global int *out, int n)
{
    #pragma promote_to_registers // why
    int accumulators[4][4] = { { n } };
    #pragma promote_to_registers /* as above */
    int other[2];
    other[0] = /* one */ n; other[1] = accumulators[/* row */ 0]
        [1];
    out[get_global_id(0)] = accumulators[0][0] + accumulators[3][3] + other[0] + other[1];
}
