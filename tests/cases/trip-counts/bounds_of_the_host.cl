// The host decides a bound, and no value is known: the trips are counted, under an assertion that the bound is a constant.

//@ noplain without N there is no bound
//@ build -DN=5
//@ build -DN=0
//@ build -DN=4+4
//@ build -DN=9&10
//@ build -DN=(12>>1)
//@ build -DN=5u
//@ build -DN=3L
//@ skip -UN without N there is no bound

__kernel void up_to_it(__global int *out)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < N; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void twice_and_one(__global int *out)
{
    uint hash = 1;
    #pragma unroll 4
    for (uint i = 0; i < 2 * N + 1; ++i) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void included(__global int *out)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 1; N >= i; i += 2) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void from_it_down(__global int *out)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = N; i > 0; i--) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel void with_a_barrier(__global int *out)
{
    __local int tile[64];
    const int id = get_local_id(0);
    tile[id] = id;
    #pragma unroll 2
    for (int i = 0; i < N; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int next = tile[(id + 1) & 3];
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[id] = next + i;
    }
    out[get_global_id(0)] = tile[id];
}
