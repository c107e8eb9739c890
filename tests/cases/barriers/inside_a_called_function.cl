// The barrier stands in a function that the body calls, directly and through a macro.

//@ run sizes=1,2,3,4,5,9 global=8 local=4

#define SYNC barrier(CLK_LOCAL_MEM_FENCE)

void wait_for_all(void) { SYNC; }

__kernel void calls(__global const int *in, __global int *out, __local int *share, int n)
{
    const int id = get_local_id(0);
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        share[id] = in[i + id] + hash;
        wait_for_all();
        hash = hash * 31 + share[(id + 1) & 3];
        SYNC;
    }
    out[get_global_id(0)] = hash;
}
