// `_Pragma("unroll N")`, and a macro that holds it.

//@ run sizes=0,1,3,4,5,9

#define UNROLL(n) _Pragma("unroll 4")

__kernel void operator_form(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    _Pragma("unroll 4")
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    UNROLL(4)
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
