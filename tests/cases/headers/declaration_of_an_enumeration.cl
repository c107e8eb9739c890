// A header that declares more than variables: its enumerators are for the body too.

//@ except nvidia NVIDIA does not take the kernel as written: an enumeration that a loop declares
//@ run sizes=0,1,4,5 global=4

__kernel void enumerated(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (enum { FIRST, BEHIND = 4 } e = FIRST; e < BEHIND; e++) hash = hash * 31 + in[BEHIND] + n;
    out[get_global_id(0)] = hash;
}
