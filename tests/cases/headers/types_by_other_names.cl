// Types through typedefs and macros, with qualifiers and in several words; one that a condition chooses.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9,17
//@ build -DWIDE

typedef uint index_t;
typedef index_t other_t;
#define COUNTER ushort
#ifdef WIDE
typedef ulong chosen_t;
#define CHOSEN ulong
#else
typedef int chosen_t;
#define CHOSEN char
#endif

__kernel void types(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (index_t i = 0; i < (index_t)n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (other_t i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (COUNTER i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (chosen_t i = 0; i < n; i++) hash = hash * 31 + in[i] + (uint)sizeof(i);
    #pragma unroll 4
    for (CHOSEN i = 0; i < n; i++) hash = hash * 31 + in[i] + (uint)sizeof(i);
    #pragma unroll
    for (chosen_t i = 0; i < 3; i++) hash = hash * 31 + in[i] + (uint)sizeof(i);
    #pragma unroll
    for (CHOSEN i = 0; i < 3; i++) hash = hash * 31 + in[i] + (uint)sizeof(i);
    #pragma unroll
    for (CHOSEN i = -1; i < 3; i++) hash = hash * 31 + in[(int)i & 15];
    #pragma unroll 4
    for (unsigned short int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (long int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (__private int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int unsigned i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
