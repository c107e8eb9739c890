// The body declares a variable with the bound's name: another variable, which the bound does not mean.

//@ run sizes=0,1,2,3,4,5,9
//@ expect CLU102

__kernel void shadowed(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        int n = 3;
        n += i;
        hash = hash * 31 + n;
    }
    {
        int n = 6;
        #pragma unroll 4
        for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
        n = 2;
        #pragma unroll
        for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    }
    const int m = 3;
    {
        int m = n + 1;
        #pragma unroll 4
        for (int i = 0; i < m; i++) hash = hash * 31 + in[i];
    }
    #pragma unroll
    for (int i = 0; i < m; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
