// Bodies and parts of headers that come from macros, function-like ones that use the variable among them.

//@ run sizes=0,1,2,3,4,5,9

#define ADD(at) hash = hash * 31 + in[at]
#define ADD_BOTH ADD(i); ADD(i + 1)
#define BODY { ADD(i); hash ^= i; }
#define OPEN {
#define CLOSE }
#define EACH(v, n) int v = 0; v < n; v++
#define LOOP(n) for (int i = 0; i < n; i++)
#define i_PLUS(x) (i + x)

__kernel void macros(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) ADD(i);
    #pragma unroll 4
    for (int i = 0; i < n; i++) { ADD_BOTH; }
    #pragma unroll 4
    for (int i = 0; i < n; i++) BODY
    #pragma unroll
    for (int i = 0; i < 3; i++) OPEN ADD(i); CLOSE
    #pragma unroll 4
    for (EACH(i, n)) ADD(i);
    #pragma unroll
    for (EACH(i, 3)) ADD(i_PLUS(1));
    #pragma unroll 4
    LOOP(n) { ADD(i); }
    #pragma unroll
    LOOP(3) ADD(i);
    out[get_global_id(0)] = hash;
}
