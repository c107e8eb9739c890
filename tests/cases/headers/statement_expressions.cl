// Statements that are expressions, in headers: their semicolons end no part of a header, and a request in one is that of
// another loop. Strings that stand for several elements of an array.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,6,7,9 global=4

#define SUM_OF(n) ({ int s = 0; for (int k = 0; k < (n); k++) s += in[k]; s; })

__kernel void initialisers(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int t;
    #pragma unroll
    for (int i = 0, z = ({ int s = n; s += in[1]; s; }); i < 3; i++) hash = hash * 31 + z + i;
    #pragma unroll 2
    for (int i = 0, z = ({ int s = n; s += in[1]; s; }); i < n; i++) hash = hash * 31 + z + i;
    #pragma unroll 2
    for (t = ({ int s = 0; s -= 2; s; }); t < n; t++) hash = hash * 31 + t;
    #pragma unroll 4
    for (int i = ({ int s; s = in[0] & 3; s; }); i < n; i++) hash = hash * 31 + i;
    #pragma unroll 2
    for (int i = SUM_OF(2) & 1, z = SUM_OF(3); i < n; i++) hash = hash * 31 + i + z;
    #pragma unroll 2
    do hash = hash * 31 + t; while (({ int s = --t; s -= 1; s; }) > 0);
    out[get_global_id(0)] = hash + t;
}

__kernel void requests(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 3
    for (int i = ({ int s = 0;
        #pragma unroll 2
        for (int k = 0; k < 2; k++) s += in[k];
        s & 1; }); i < n; i++) hash = hash * 31 + i;
    #pragma unroll 2
    for (int i = 0; i < ({ int s = n;
        #pragma unroll
        for (int k = 0; k < 3; k++) s -= in[k] & 1;
        s; }); i++) hash = hash * 31 + i;
    #pragma unroll 2
    for (int i = 0; i < n; i += ({ int s = 1;
        #pragma unroll 1
        for (int k = 0; k < 2; k++) s += k;
        s; })) hash = hash * 31 + i;
    int left = n;
    #pragma unroll 2
    do hash = hash * 31 + left; while (({ int s = --left;
        #pragma unroll
        for (int k = 0; k < 2; k++) s -= k;
        s; }) > 0);
    out[get_global_id(0)] = hash;
}

__kernel void strings(__global int *out, int n)
{
    #pragma promote_to_registers
    char braced[3] = { "ab" };
    #pragma promote_to_registers
    uchar rows[2][3] = { "cd", "e" };
    #pragma promote_to_registers
    char joined[4] = { ("f") };
    #pragma promote_to_registers
    char element[2] = { "gh"[1], *"i" };
    out[get_global_id(0)] = braced[0] + 2 * braced[1] + rows[0][1] * rows[1][0] + joined[0] + element[0] - element[1] + n;
}
