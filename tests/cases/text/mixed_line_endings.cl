// A macro body with CR LF in a file of LF, mixed: nothing but the loop is touched.

#define TWO \
    2
__kernel void mixed(__global int *out, int n)
{
    uint hash = n;
    #pragma unroll
    for (int i = 0; i < TWO; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}
