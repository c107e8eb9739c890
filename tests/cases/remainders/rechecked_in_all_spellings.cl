// A remainder after tested copies is kept as it is, in the words of the request; what else is said of the loop keeps its own.
//@ run sizes=0,1,2,3,4,5,9 global=4
#define APPLY(...) __VA_ARGS__
#define MIX(x) (hash = hash * 31 + (uint)(x))

void bump(int *value) { if (*value == 2) *value += 1; }

__kernel void spellings(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i;
    #pragma unroll
    for (i = 0; i < 4; i++) { bump(&i); MIX(in[i]); }
    MIX(i);
    #pragma clang loop unroll(full)
    for (i = 0; i < 4; i++) { bump(&i); MIX(in[i]); }
    __attribute__((opencl_unroll_hint))
    for (i = 0; i < 4; i++) { bump(&i); MIX(in[i]); }
    _Pragma("unroll 4")
    for (i = 0; i < 4; i++) { bump(&i); MIX(in[i]); }
    APPLY(_Pragma("unroll") for (i = 0; i < 3; i++) { bump(&i); MIX(in[i]); })
    #pragma clang loop vectorize(disable)
    #pragma unroll 4
    for (i = 0; i < 4; i++) { bump(&i); MIX(in[i]); }
    if (n & 1)
        #pragma unroll 4
        for (int j = 0; j < 3; j++) { bump(&j); MIX(in[j]); }
    else
        #pragma unroll 2
        for (int j = 0; j < n; j++) {
            #pragma unroll
            for (int k = 0; k < 2; k++) { bump(&k); MIX(in[j] + k); } }
    MIX(i);
    out[get_global_id(0)] = hash;
}
