// A copy in which an inner loop never runs holds nothing of that loop, whatever becomes of other requests of the function.

//@ expect CLU102 CLU102 CLU102
//@ run sizes=0,1,2,3,5,8
//@ build -DA

__kernel void beside_a_loop_that_stays(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        #pragma unroll
        for (int j = 0; j < i; j++) hash = hash * 31 + i + j;
    }
    #pragma unroll
    for (int k = 0; k < n; k++) hash = hash * 31 + k;
    out[get_global_id(0)] = hash;
}

// The array is promoted all the same.
__kernel void with_an_array(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma promote_to_registers
    int values[3];
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        values[i] = in[i];
        #pragma unroll
        for (int j = 0; j < i; j++) values[i] += values[j] * 3;
    }
    #pragma unroll
    for (int k = 0; k < n; k++) hash = hash * 31 + k;
    #pragma unroll
    for (int i = 0; i < 3; i++) hash = hash * 31 + values[i];
    out[get_global_id(0)] = hash;
}

// The same where conditions choose what is in the loops.
__kernel void under_conditions(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        #pragma unroll
        for (int j = 0; j < i; j++) {
#ifdef A
            hash = hash * 31 + j;
#else
            hash = hash * 33 + i;
#endif
        }
    }
    #pragma unroll
    for (int k = 0; k < n; k++) hash = hash * 31 + k;
    out[get_global_id(0)] = hash;
}
