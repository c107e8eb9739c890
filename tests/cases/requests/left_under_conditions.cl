// `#pragma clunroll leave` under conditions: with the request, around it, in one branch of two, and in a loop that other conditions change.

//@ run sizes=0,1,3,4,5,9
//@ build -DA
//@ build -DB
//@ build -DA -DB

__kernel void conditions(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
#ifdef A
    #pragma clunroll leave
    #pragma unroll 4
#endif
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma clunroll leave
#ifdef A
    #pragma unroll 4
#endif
    for (int i = 0; i < n; i++) hash = hash * 33 + in[i];
#ifdef A
    #pragma clunroll leave
    #pragma unroll 4
#else
    #pragma unroll 2
#endif
    for (int i = 0; i < n; i++) hash = hash * 35 + in[i];
    #pragma clunroll leave
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
#ifdef B
        hash = hash * 37 + in[i];
#else
        hash = hash * 39 + in[i];
#endif
    }
    out[get_global_id(0)] = hash;
}

__kernel void inside_another_loop(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
#ifdef B
        #pragma clunroll leave
        #pragma unroll 8
        for (int k = 0; k < 7; k++) hash = hash * 31 + in[i * k];
#else
        #pragma clunroll leave
        #pragma unroll 8
        for (int k = 0; k < n; k++) hash = hash * 33 + in[i * k];
#endif
    }
    out[get_global_id(0)] = hash;
}
