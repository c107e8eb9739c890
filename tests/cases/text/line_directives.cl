// Output with `#line` lines, in the forms, in branches, in nests, and beside what no directive may part.

//@ option --line-directives
//@ option -DN=3
//@ build -DA
//@ run sizes=0,1,2,3,5,8,9

#define SUM(a, b) ((a) + (b))

__kernel void forms(__global int *out, int n)
{
    int id = get_global_id(0) * 64;
    #pragma unroll
    for (int i = 0; i < 3; i++)
        out[id + i] += i;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        // A comment of the body.
        out[id + i] += SUM(
            i,
            n
        );
    }
    #pragma ivdep

    #pragma unroll 3
    for (int i = 0; i < 7; i++) out[id + i] *= 3; out[id] ^= n;
#ifdef A
    #pragma unroll
#endif
    for (int i = 0; i < N; i++)
        out[id + i] -= n;
}

__kernel void nest(__global int *out, int n)
{
    int id = get_global_id(0) * 64; int count; /* not
    used */
    #pragma unroll
    for (int i = 0; i < 2; i++) {
#ifdef A
        out[id] += 1;
#else
        out[id] += 2;
#endif
        #pragma unroll 2
        for (int j = 0; j < n; j++)
            out[id + j] += \
                i;
    }
    out[id] += 1;
}
