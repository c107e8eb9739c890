// Loops right behind `case` and `default`, where the request stands before or after the label.

//@ run sizes=0,1,2,3,4,5,6,9

__kernel void cases(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    switch (n & 3) {
    case 0:
        #pragma unroll 4
        for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
        break;
    case 1:
        hash++;
        #pragma unroll
        for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    case 2: {
        #pragma unroll 2
        for (int i = n; i > 0; i--) { hash = hash * 31 + in[i]; }
        break;
    }
    default:
        #pragma unroll 4
        for (int i = 0; i < n; i++)
            hash = hash * 31 + in[i];
    }
    out[get_global_id(0)] = hash;
}
