// Barriers in functions, behind a condition there or here, with trip counts that differ. These loops are left: counted, work-items
// would meet at two places, and with a test before each copy they compute other values on PoCL 3.1.

//@ option --checked
//@ except pocl PoCL 3.1 hangs or crashes where work-items leave out a barrier in a loop, as written too
//@ except nvidia NVIDIA unrolls the loop by itself where it is asked to, and the kernel as written then never ends
//@ run sizes=8 global=8 local=8

#define ATTR(x) __attribute__((x))

void sync_first(__local int *l, int i) { if (i == 0) barrier(CLK_LOCAL_MEM_FENCE); }
ATTR(always_inline) void sync_hidden(__local int *l, int i) { barrier(CLK_LOCAL_MEM_FENCE); }

__kernel void behind_a_condition(__global int *out, __local int *l, int n)
{
    int g = get_local_id(0), hash = 17, m = g + 1;
    l[g] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 2
    for (int i = 0; i < m; i++) {
        if (i == 0) l[g] = l[g] * 3 + g + 1; else hash += g + i;
        sync_first(l, i);
        if (i == 0) hash += l[(g + 1) & 7];
    }
    out[get_global_id(0)] = hash;
}

__kernel void behind_a_macro(__global int *out, __local int *l, int n)
{
    int g = get_local_id(0), hash = 17, m = g + 1;
    l[g] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 2
    for (int i = 0; i < m; i++) {
        if (i == 0) l[g] = l[g] * 3 + g + 1; else hash += g + i;
        if (i == 0) sync_hidden(l, i);
        if (i == 0) hash += l[(g + 1) & 7];
    }
    out[get_global_id(0)] = hash;
}
