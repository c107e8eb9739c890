//@ option --checked
//@ run sizes=0,1,2,3,4,5,6,7,8,9,31,-1 global=4 local=4
// Loops that cannot be copied around a loop, or in which its trip count may change: the versions are further in.
#define MIX(x) (hash = hash * 31 + (uint)(x))
#define STEP(x) ((x) += 1)

__kernel void changes(__global int *in, __global int *out, int n)
{
    uint hash = 1;
    int bound = n, start = 0, pointed = n;
    int *pointer = &pointed;
    // The outer loop changes the bound, or the start.
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 3
        for (int i = 0; i < bound; i++) MIX(i);
        bound++;
    }
    for (int r = 0; r < 3; STEP(start), r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 3
        for (int i = start; i < n; i++) MIX(i);
    }
    for (int r = 0; r < 3; r++)
        for (int q = 0; q < 2; q++) {
            #pragma clunroll remainder(versions)
            #pragma unroll 3
            for (int i = r; i < n; i++) MIX(i + q);
        }
    for (int r = 0; r < n; r++) {
        const int width = r + in[r & 63];
        for (int q = 0; q < 2; q++)
            #pragma clunroll remainder(versions)
            #pragma unroll 2
            for (int i = 0; i < width; i++) MIX(i + q);
    }
    // The bound is in memory, or a pointer leads to it.
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 3
        for (int i = 0; i < in[40]; i++) MIX(i);
        #pragma unroll 1
        for (int k = 0; k < 1; k++) MIX(k);
    }
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 3
        for (int i = 0; i < pointed; i++) MIX(i);
        *pointer += 1;
    }
    out[get_global_id(0)] = hash;
}

// The inner loop may never be reached, so that its bound may have no value before the outer loop.
__kernel void perhaps_undefined(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int unset;
    if (n > 3) unset = n;
    for (int r = 0; r < 3; r++)
        if (n > 3) {
            #pragma clunroll remainder(versions)
            #pragma unroll 3
            for (int i = 0; i < unset; i++) MIX(i);
        }
    for (int r = 0; r < 3; r++)
        if (n) {
            #pragma clunroll remainder(versions)
            #pragma unroll 3
            for (int i = 0; i < 20 / n; i++) MIX(i);
        }
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 3
        for (int i = -n; i < n + 1; i++) MIX(i);
    }
    switch (n & 3) {
        int jumped = 7;
        case 1:
        for (int r = 0; r < 2; r++)
            if (n < 0)
                #pragma clunroll remainder(versions)
                #pragma unroll 3
                for (int i = 0; i < jumped; i++) MIX(i);
    }
    out[get_global_id(0)] = hash;
}

// What may not be written twice, or not there.
__kernel void texts(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    __local int shared[4];
    for (int r = 0; r < 2; r++) {
#ifdef OTHER
        MIX(7);
#endif
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i);
    }
    for (int r = 0; r < 2; r++) {
        #define LENGTH n
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < LENGTH; i++) MIX(i);
        #undef LENGTH
    }
    for (int r = 0; r < 2; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i);
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i);
    }
    for (int r = 0; r < 2; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i);
        __attribute__((opencl_unroll_hint(2)))
        for (int i = 0; i < n; i++) MIX(i);
    }
    // Something speaks of the outer loop.
    _Pragma("ivdep") for (int r = 0; r < 2; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i);
    }
    // Its header defines a type, or declares what may be there once.
    for (struct { int r; } pair = { 0 }; pair.r < 2; pair.r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i + pair.r);
    }
    // Work-items meet in the outer loop, and make different numbers of trips in the inner one.
    for (int r = 0; r < 2; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < get_local_id(0); i++) MIX(i);
        shared[get_local_id(0)] = hash;
        barrier(CLK_LOCAL_MEM_FENCE);
        MIX(shared[3 - get_local_id(0)]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = hash;
}

__kernel void labels(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) {
            if (in[i & 63] == 3) goto next;
            MIX(i);
            next: MIX(1);
        }
        if (in[r] > 12) goto end;
    }
    end: out[get_global_id(0)] = hash;
}

__kernel void label_before(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int left = 2;
    again: for (int r = 0; r < 2; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i);
    }
    if (left--) goto again;
    out[get_global_id(0)] = hash;
}
