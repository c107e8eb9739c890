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

// A splice runs through the words of the requests.
__kernel void spliced(__global int *out, int n)
{
    #pragma promote_to_\
registers
    int a[2] = { n, 3 };
    _Pra\
gma("promote_to_registers") int b[2] = { n, 5 };
    out[get_global_id(0)] = a[0] * 31 + a[1] + b[1] - b[0];
}
