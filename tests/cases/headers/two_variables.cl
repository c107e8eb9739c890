// Headers that declare or step more than the induction variable.

//@ option --checked
//@ expect CLU102
//@ run sizes=0,1,2,3,4,5,9,17

__kernel void headers(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int k = 0, last;
    #pragma unroll 4
    for (int i = 0, end = n; i < end; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < n; i++, k++) hash = hash * 31 + in[k];
    #pragma unroll 4
    for (int i = 0, j = 15; i < n; i++, j -= 2) hash = hash * 31 + in[j & 15];
    #pragma unroll 4
    for (k = 3, last = 0; k < n; k++) { hash = hash * 31 + in[k]; last = k; }
    #pragma unroll
    for (int i = 0, j = 4; i < j; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0, *p = &k; i < n; i++) { hash = hash * 31 + in[i]; *p += 1; }
    out[get_global_id(0)] = hash + k * 100 + last;
}
