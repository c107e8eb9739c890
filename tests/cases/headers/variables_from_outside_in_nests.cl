// Of variables from outside nested loops, those that only the body reads become constants, and bounds of inner loops with them.

//@ run sizes=0,1,2,3,4,5,8,9 global=4

#define MIX(x) (hash = hash * 31u + (uint)(x))

__kernel void nests(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i, j, k;
    #pragma unroll
    for (i = 0; i < 3; i++) {
        #pragma unroll
        for (j = 0; j <= i; j++)
            MIX(in[j] * i);
        MIX(j);
    }
    MIX(i * 10 + j);
    #pragma unroll
    for (i = 0; i < 3; i++)
        #pragma unroll 2
        for (j = i; j < 5; j++)
            #pragma unroll
            for (k = 0; k < 2; k++)
                MIX(i * 25 + j * 5 + k);
    MIX(i * 25 + j * 5 + k);
    #pragma unroll
    for (i = 0; i < 2; i++) {
        for (j = 0; j < n; j++) MIX(j);
        #pragma unroll
        for (k = 0; k < 2; k++) { MIX(j + k); j = k; }
    }
    MIX(i * 25 + j * 5 + k);
    #pragma unroll
    for (i = 0; i < 2; i++) { int i = 7; { int j = i; MIX(j); } MIX(i); }
    MIX(i);
    #pragma unroll
    for (i = 0; i < 2; i++) { MIX(i); for (int m = 0; m < n; m++) { if (m == 3) break; MIX(m * i); } }
    MIX(i);
    #pragma unroll
    for (i = 0; i < 4; i++) switch (in[i] & 3) { case 0: MIX(i); break; case 1: MIX(2); default: MIX(i + 1); }
    MIX(i);
    for (i = 0; i < n; i++) {
        #pragma unroll
        for (j = 0; j < 2; j++) MIX(in[i] + j);
        if (j + i == 4) break;
    }
    MIX(i * 10 + j);
    #pragma unroll
    for (i = 3; i >= 0; i--) MIX(i);
    MIX(i);
    uchar c;
    #pragma unroll
    for (c = 254; c != 2; c++) MIX(c);
    MIX(c);
    #pragma unroll
    for (i = 0; i < 0; i++) MIX(i);
    MIX(i);
    int *p = in[0] == 12345 ? &k : 0;
    #pragma unroll
    for (k = 0; k < 2; k++) { if (p) *p = 5; MIX(k); }
    MIX(k);
    out[get_global_id(0)] = hash;
}
