// Bodies that declare their own `i`, or a function or macro parameter of that name.

//@ run sizes=0,1,2,3,4,5,9

int twice(int i) { return 2 * i; }
#define HALF(i) ((i) / 2)

__kernel void shadows(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        int i = 7;
        hash = hash * 31 + in[i];
    }
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        hash = hash * 31 + i;
        { float i = 0.5f; hash += (int)(i * 4); }
        hash = hash * 31 + i;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + twice(i) + HALF(i);
        for (int i = 0; i < 2; i++) hash = hash * 31 + i;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        struct { int i; } box = { i };
        hash = hash * 31 + box.i;
    }
    out[get_global_id(0)] = hash;
}
