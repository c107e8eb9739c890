// Lines joined by a backslash: in the pragma, in the middle of a word, in the header and in the body.

//@ run sizes=0,1,3,4,5,9

__kernel void joined(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma \
        unroll \
        4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #prag\
ma unr\
oll 1\
0
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i \
         < n; i+\
+)
        ha\
sh = hash * 31 + in[i];
    #pragma unroll 4 // a comment that goes on \
    #pragma unroll 8
    for (int i = 0; i < n; i++) { hash = hash * 31 + in[i]; } // and \
    on
    out[get_global_id(0)] = hash;
}
