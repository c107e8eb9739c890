// Lines that end in CR LF: the lines that are written end likewise.

//@ run sizes=0,1,3,4,5,9

__kernel void crlf(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + in[i];
    }
    #pragma unroll \
        3
    for (int i = 0; i < n; i++)
        hash = hash * 31 + in[i];
    #pragma unroll
    for (int i = 0; i < 2; i++)
        hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}

// Tokens of the header that are said again beside others.
__kernel void over_lines(__global const int *in, __global int *out, int bound)
{
    uint hash = 1;
    int i;
    #pragma unroll 3
    for (i = 0; i < bou\
nd; i++) {
        hash = hash * 31 + in[i];
    }
    #pragma unroll 3
    for (i = bound; i > - // over two lines
        2; i--)
        hash = hash * 31 + i;
    #pragma unroll 3
    for (i = 0; i < bound
            + 1 \
        ; i++) {
        hash = hash * 31 + i;
    }
    out[get_global_id(0)] = hash;
}
