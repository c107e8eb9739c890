// Barriers in functions and inner loops, with trip counts that are the same for all, or reached in every trip.

//@ run sizes=8 global=8 local=8

void sync_always(__local int *l, int i) { barrier(CLK_LOCAL_MEM_FENCE); }

__kernel void uniform(__global int *out, __local int *l, int n)
{
    int g = get_local_id(0), hash = 17;
    l[g] = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        l[g] = l[g] * 3 + g + i;
        sync_always(l, i);
        hash += l[(g + 1) & 7];
    }
    out[get_global_id(0)] = hash;
}

__kernel void nested(__global int *out, __local int *l, int n)
{
    int g = get_local_id(0), hash = 17, m = 5;
    l[g] = g;
    #pragma unroll 4
    for (int i = 0; i < m + (n > 7); i++) {
        #pragma unroll
        for (int j = 0; j < 2; j++) {
            barrier(CLK_LOCAL_MEM_FENCE);
            hash = hash * 31 + l[(g + j) & 7];
            barrier(CLK_LOCAL_MEM_FENCE);
            l[g] = hash;
        }
    }
    out[get_global_id(0)] = hash;
}
