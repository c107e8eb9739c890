// A condition in the body counts with all of its branches, and so does a call that a macro pastes. `#line` changes no line.
//@ option --assume=restrict
//@ run kernel=plain sizes=8,13 global=1 local=1
//@ run kernel=waits global=8 local=8
//@ run kernel=pasted global=8 local=8
//@ build -DWAIT

#define JOIN(a, b) a##b

#line 100 "generated.cl"
__kernel void plain(__global const int *in,
                    __global int *out, int n)
{
    for (int i = 0; i < n; i++) {
#ifdef WAIT
        out[i] = in[i];
#else
        out[i] = in[i] + 1;
#endif
    }
}

__kernel void waits(__global int *p, __global int *out)
{
    int l = get_local_id(0);
    int x = p[0];
#ifdef WAIT
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (l == 5)
        p[0] = 7;
    barrier(CLK_GLOBAL_MEM_FENCE);
#endif
    out[l] = x + p[0];
}

__kernel void pasted(__global int *p, __global int *out)
{
    int l = get_local_id(0);
    int x = p[0];
    JOIN(bar, rier)(CLK_GLOBAL_MEM_FENCE);
    if (l == 5)
        p[0] = 7;
    JOIN(bar, rier)(CLK_GLOBAL_MEM_FENCE);
    out[l] = x + p[0];
}
