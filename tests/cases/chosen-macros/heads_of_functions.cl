// A condition or a `-D` chooses macros in the heads of functions: they change only how the function is declared.

//@ run sizes=0,1,2,3,5,8,13 global=4 local=4
//@ build -DNO_INLINE
//@ build -DHELPER=static
//@ build -DSIZED
//@ build -DKIND=other

#ifdef NO_INLINE
#define INLINE
#define CALLED __attribute__((noinline))
#else
#define INLINE inline
#define CALLED INLINE
#endif
#ifndef HELPER
#define HELPER static inline
#endif
#ifdef SIZED
#define OF_FOUR __attribute__((reqd_work_group_size(4, 1, 1)))
#define KERNEL __kernel
#else
#define OF_FOUR
#define KERNEL
#endif

INLINE int sum_of(__global const int *in, const int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum += in[i];
    return sum;
}

HELPER int twice(int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum += 2;
    return sum;
}

// Each work-item calls it with a count of its own: it may be no kernel.
CALLED KERNEL void meets(__global int *out, __local int *t, int n)
{
    int l = get_local_id(0), sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        if (i == 0) { t[l] = l + 10; barrier(CLK_LOCAL_MEM_FENCE); sum += t[3 - l]; }
        sum += i;
    }
    out[l] = sum;
}

OF_FOUR __kernel void tiles(__global int *out, __global const int *in, int n)
{
    __local int tile[4];
    int l = get_local_id(0), sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        tile[l] = in[i] + l;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tile[3 - l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    // Only one of the configurations says what the launch is like.
    #pragma unroll 4
    for (int i = 0; i < get_local_size(0); i++) sum += i;
    out[get_global_id(0)] = sum + sum_of(in, n) + twice(n);
}

__kernel void of_its_own_count(__global int *out)
{
    __local int t[4];
    meets(out, t, 4 + (int)get_local_id(0));
}

// What a function is called is of no interest to its loops.
#ifndef KIND
#define KIND plain
#endif
#define PASTED(name, kind) name##_##kind
#define NAMED(name, kind) PASTED(name, kind)
__kernel void NAMED(sums, KIND)(__global int *out, __global const int *in, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum += in[i];
    out[get_global_id(0)] = sum;
}
