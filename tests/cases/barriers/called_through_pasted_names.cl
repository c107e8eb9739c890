// A file in which names are pasted: only a function that does so may call what nobody sees, a barrier among it.

//@ option --checked
//@ run sizes=0,1,5,16 global=64 local=64

#define JOIN(a, b) a##b
#define STEP(name) JOIN(name, _step)

uint mixed(uint x) { return x ^ 0x20u; }

void meet_step(__local uint *shared)
{
    barrier(CLK_LOCAL_MEM_FENCE);
}

uint pasted(uint x, __local uint *shared)
{
    JOIN(mem, _fence)(CLK_LOCAL_MEM_FENCE);
    STEP(meet)(shared);
    return x + 1u;
}

// Each work-item goes round as often as it likes.
__kernel void pure_function(__global uint *out, int n)
{
    uint sum = 0;
    #pragma unroll 4
    for (uint i = 0; i < get_local_id(0) + (uint)n; i++)
        sum = sum * 3 + mixed(i);
    out[get_global_id(0)] = sum;
}

// All go round equally often.
__kernel void pasted_call(__global uint *out, int n)
{
    __local uint shared[64];
    const uint me = get_local_id(0);
    uint sum = 0;
    for (uint i = 0; i < 2; i++) {
        #pragma unroll 4
        for (uint k = 0; k < (uint)n; k++) {
            shared[me] = sum + k;
            sum += pasted(k, shared);
            sum += shared[63 - me];
            STEP(meet)(shared);
        }
    }
    out[get_global_id(0)] = sum;
}

// The count may differ between the work-items, as far as anybody sees, and the pasted call may meet.
__kernel void pasted_call_and_counts(__global uint *out, __global const uint *counts, int n)
{
    __local uint shared[64];
    const uint me = get_local_id(0);
    const uint count = counts[me] & 0u;
    uint sum = 0;
    #pragma unroll 4
    for (uint k = 0; k < count + (uint)n; k++) {
        if (sum == 1000000u)
            continue;
        sum += pasted(k, shared);
    }
    #pragma unroll 4
    for (uint k = 0; k < count + (uint)n; k++) {
        if (sum == 1000000u)
            continue;
        sum += mixed(k);
    }
    out[get_global_id(0)] = sum;
}
