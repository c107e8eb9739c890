// The host decides a bound, and the loop may begin below zero: a bound without a sign stops the build.

//@ noplain without N there is no bound
//@ build -DN=5
//@ build -DN=0
//@ build -DN=5u
//@ skip -UN without N there is no bound

__kernel void from_a_work_item(__global int *out)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = get_local_id(0) - 2; i < N; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}
