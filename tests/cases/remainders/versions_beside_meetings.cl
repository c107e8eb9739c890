//@ norun what is asked here is only whether the versions stay where no work-items meet
// Work-items may meet in the header of a loop: they would do so in different versions.
#define MIX(x) (hash = hash * 31 + (uint)(x))

int met(__local int *shared, int value)
{
    shared[get_local_id(0)] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    return shared[3 - get_local_id(0)];
}

__kernel void headers(__global const int *in, __global int *out, __local int *shared, int n)
{
    uint hash = 1;
    int left = 3;
    while (met(shared, left) > 0) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i);
        left--;
    }
    for (int r = met(shared, 2); r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i);
    }
    do {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i);
        left++;
    } while (met(shared, left) < 2);
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (int i = 0, j = met(shared, 1); i < n; i++) MIX(i + j);
    out[get_global_id(0)] = hash;
}
