// A kernel that orders memory between work-items keeps its pointers, but for those to `const`.
//@ option --assume=restrict
//@ run kernel=direct global=8 local=8
//@ run kernel=called global=8 local=8
//@ run kernel=hidden global=8 local=8
//@ run kernel=counted global=1 local=1
//@ run kernel=spins global=1 local=1

#define WAIT barrier(CLK_GLOBAL_MEM_FENCE)

void wait(void)
{
    barrier(CLK_GLOBAL_MEM_FENCE);
}

__kernel void direct(__global int *p, __global int *out, __global const int *in)
{
    int l = get_local_id(0);
    int x = p[0];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (l == 5)
        p[0] = 7;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[l] = x + p[0] + in[l];
}

__kernel void called(__global int *p, __global int *out)
{
    int l = get_local_id(0);
    int x = p[0];
    wait();
    if (l == 5)
        p[0] = 7;
    wait();
    out[l] = x + p[0];
}

__kernel void hidden(__global int *p, __global int *out)
{
    int l = get_local_id(0);
    int x = p[0];
    WAIT;
    if (l == 5)
        p[0] = 7;
    WAIT;
    out[l] = x + p[0];
}

__kernel void counted(__global int *p, __global int *out)
{
    out[get_global_id(0)] = atomic_inc(&p[0]);
}

__kernel void spins(volatile __global int *flag, __global int *out)
{
    out[get_global_id(0)] = flag[0];
}
