//@ option --target=cpu
//@ run sizes=0,1,3,4,5,9,16
// Main loops are not kept as they are for a CPU, whose compiler may unroll for its vectors; remainders that may be long are.
#define UNROLL(n) _Pragma(UNROLL_TEXT(unroll n))
#define UNROLL_TEXT(text) #text
#define MIX(x) (hash = hash * 31 + (uint)(x))

__kernel void spellings(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) MIX(in[i]);
    #pragma clang loop unroll_count(4)
    for (int i = 0; i < n; i++) MIX(in[i]);
    __attribute__((opencl_unroll_hint(4)))
    for (int i = 0; i < n; i++) MIX(in[i]);
    _Pragma("unroll 4")
    for (int i = 0; i < n; i++) MIX(in[i]);
    UNROLL(4)
    for (int i = 0; i < n; i++) MIX(in[i]);
    _Pragma("clang loop unroll_count(4)")
    for (int i = 0; i < n; i++) MIX(in[i]);
    // Two or three copies are the compiler's to multiply, where no loop stands behind them.
    #pragma unroll 3
    for (int i = 0; i < n; i++) MIX(in[i]);
    #pragma unroll 2
    for (int i = 0; i < n; i += 3) MIX(in[i]);
    // What else is said of a loop may speak of this, too.
    #pragma clang loop vectorize(disable)
    #pragma unroll 4
    for (int i = 0; i < n; i++) MIX(in[i]);
    // A statement of its own, under a condition.
    if (n & 1)
        #pragma unroll 4
        for (int i = 0; i < n; i += 2) MIX(in[i]);
    else
        #pragma unroll 5
        for (int i = n; i > 0; i--) MIX(in[i]);
    out[get_global_id(0)] = hash;
}
