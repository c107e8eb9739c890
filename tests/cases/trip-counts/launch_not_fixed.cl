// The size of the work-groups is not fixed: each loop is left, or takes the form for a bound that only the run knows.

//@ option --cl-std=CL1.2
//@ expect CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU002 CLU002
//@ norun one of the requests is an error on purpose; launch_only_looks_fixed.cl is run

// A hint is no promise.
__kernel __attribute__((work_group_size_hint(8, 1, 1)))
void hint(__global int *out)
{
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        out[i] += i;
}

// No attribute.
__kernel void free_size(__global int *out)
{
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        out[i] += i;
}

// Called with its caller's size.
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void callee(__global int *out)
{
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        out[i] += i;
}

__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void caller(__global int *out)
{
    callee(out);
}

// Two declarations.
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void twice(__global int *out);
__kernel void twice(__global int *out)
{
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        out[i] += i;
}

// A condition chooses the attribute, or the host does.
#ifdef SMALL
__attribute__((reqd_work_group_size(4, 1, 1)))
#else
__attribute__((reqd_work_group_size(8, 1, 1)))
#endif
__kernel void chosen(__global int *out)
{
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        out[i] += i;
}

#ifdef SMALL
#define SIZES __attribute__((reqd_work_group_size(4, 1, 1)))
#else
#define SIZES
#endif
__kernel SIZES __attribute__((reqd_work_group_size(8, 1, 1)))
void perhaps(__global int *out)
{
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        out[i] += i;
}

// Two sizes.
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) __attribute__((reqd_work_group_size(4, 1, 1)))
void both(__global int *out)
{
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        out[i] += i;
}

// A size that nobody tells, and one that is none.
__kernel __attribute__((reqd_work_group_size(UNTOLD, 1, 1)))
void untold(__global int *out)
{
    #pragma unroll
    for (int i = 0; i < get_local_size(0); i++)
        out[i] += i;
}

// To a compiler it is no constant: no factor.
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void factor(__global int *out)
{
    const int size = get_local_size(0);
    #pragma unroll size
    for (int i = 0; i < 64; i++)
        out[i] += i;
    #pragma unroll get_local_size(0)
    for (int i = 0; i < 64; i++)
        out[i] += i;
}
