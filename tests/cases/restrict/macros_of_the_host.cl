// A macro of the host may be a barrier, unless its text is a constant in every build. The size of a launch does nothing.
//@ option --assume=restrict
//@ run kernel=meets global=8 local=8
//@ run kernel=copies global=64 local=64
//@ run kernel=scales global=64 local=64
//@ run kernel=shifts global=8 local=8
//@ run kernel=reads global=8 local=8
//@ build -DSTEP='(barrier(CLK_GLOBAL_MEM_FENCE),1)'
//@ build -DSHIFT=3
//@ except oclgrind:meets it reports a race about `p[0]`, which the barriers of `STEP` order

#ifndef WG
#define WG 64
#endif
#ifndef STEP
#define STEP 1
#endif
#ifndef SHIFT
#define SHIFT 2
#endif

// `STEP` may order memory: `p` stays as it is.
__kernel void meets(__global int *p, __global int *out, __global const int *in)
{
    int l = get_local_id(0);
    int x = p[0];
    x += STEP;
    if (l == 5 && x > 100)
        p[0] = 7;
    x += STEP;
    out[l] = x + p[0] + in[l];
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void copies(__global const int *a, __global int *b)
{
    b[get_global_id(0)] = a[get_global_id(0)];
}

// `WG` is in the bound of an array: it computes nothing but a number.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void scales(__global const int *a, __global int *b)
{
    int t[WG];
    t[WG / 2] = a[get_global_id(0)];
    b[get_global_id(0)] = t[WG / 2] * WG;
}

__kernel void shifts(__global const int *a, __global int *b)
{
    b[get_local_id(0)] = a[get_local_id(0) + SHIFT];
}

// `p` is never written, and needs no `const`.
__kernel void reads(__global int *p, __global int4 *v, __global int *out)
{
    __local int tile[8];
    int l = get_local_id(0);
    tile[l] = p[l] + v[l].y;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = tile[7 - l] + *(p + l);
}
