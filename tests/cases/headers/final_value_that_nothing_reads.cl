// The variable gets its final value after the copies only where something may read it before it is set again.

//@ run sizes=0,1,2,3,7 global=4
//@ build -DA
//@ build -DA -DB=i
//@ option -DWIDTH=4

#ifndef WIDTH
#define WIDTH 4
#endif
#define MIX(x) (hash = hash * 31u + (uint)(x))
#define PEEK MIX(i)

void store(int *place) { *place = 3; }

__kernel void set_again(__global const int *in, __global uint *out, int n)
{
    uint hash = 1;
    int i, j = 5;
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
    #pragma unroll
    for (i = 0; i < 9; i += 3) MIX(in[i] + i);
    for (i = n, hash++; i < 9; i++) MIX(i);
    MIX(i);
    #pragma unroll 4
    for (i = 1; i < 19; i++) MIX(in[i & 7]);
    i = n + 2;
    MIX(i);
    if (n > 1) {
        #pragma unroll
        for (j = 0; j < 2; j++) MIX(j);
        j = 7;
    } else {
        #pragma unroll
        for (j = 0; j < 4; j++) MIX(j);
    }
    MIX(j);
    #pragma unroll
    for (i = 0; i < 2; i++) { if (in[i] > 7) break; MIX(i); }
    out[get_global_id(0)] = hash;
}

__kernel void read_first(__global const int *in, __global uint *out, int n)
{
    uint hash = 1;
    int i, k = 2, m = 1;
    for (int round = 0; round < n; round++) {
        MIX(k);
        if (round & 1) continue;
        #pragma unroll
        for (k = 0; k < 3; k++) MIX(in[k]);
    }
    while (m < n) {
        m = m * 2 + 1;
        #pragma unroll
        for (i = 0; i < 3; i++) MIX(in[i]);
        if (in[m & 7] & 1) break;
        i = 9;
    }
    if (n > 0) i = n;
    else {
        #pragma unroll
        for (i = 0; i < 6; i++) MIX(in[i]);
    }
    MIX(i);
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
    n > 2 && (i = 7);
    MIX(i);
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
    i = i + 7;
    MIX(i);
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
    i += 7;
    MIX(i);
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
    for (; i < 5; i++) MIX(i);
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
    switch (n) { case 0: i = 4; break; case 2: MIX(i); default: i = 6; }
    MIX(i);
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
    do { if (n > 2) break; i = 11; } while (0);
    PEEK;
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
    { int i = 5; MIX(i); }
    { MIX(i); }
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
    for (int i = 0; i < 2; i++) MIX(i);
    out[get_global_id(0)] = hash;
}

__kernel void under_conditions(__global const int *in, __global uint *out, int n)
{
    uint hash = 1;
    int i;
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
#ifdef A
    i = 5;
#endif
    MIX(i);
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
#ifdef A
    i = 5;
    MIX(i);
#else
    i = 5;
    MIX(i);
#endif
#ifdef A
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
#endif
#ifndef A
    i = 13;
#endif
    MIX(i);
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
#ifdef A
    if (n > 1)
        i = 8;
    else
        i = 9;
    MIX(i);
    out[get_global_id(0)] = hash;
    return;
#endif
    out[get_global_id(0)] = hash + i;
}

__kernel void half_statements(__global const int *in, __global uint *out, int n)
{
    uint hash = 1;
    int i;
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
#ifdef A
    if (n > 1)
#endif
    i = 4;
    out[get_global_id(0)] = hash + i;
}

__kernel void named_by_a_macro(__global const int *in, __global uint *out, int n)
{
    uint hash = 1;
    int i;
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
#ifdef B
    MIX(B);
#endif
    #pragma unroll
    for (i = 0; i < WIDTH; i++) MIX(in[i]);
    out[get_global_id(0)] = hash;
}

__kernel void elsewhere(__global const int *in, __global uint *out, int n)
{
    uint hash = 1;
    int i, k;
    int *place = &k;
    #pragma unroll
    for (k = 0; k < 3; k++) MIX(in[k]);
    MIX(*place);
    store(&k);
again:
    MIX(i = 5);
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(in[i]);
    i = 12;
    if (hash & 1) { hash = hash / 2; goto again; }
    out[get_global_id(0)] = hash;
}

__kernel void stepped(__global const int *in, __global uint *out, int n)
{
    uint hash = 1;
    int i, j;
    #pragma unroll
    for (i = 0; i < 3; i++) { MIX(in[i]); if (i == n) break; }
    #pragma unroll
    for (i = 0, j = 4; i < 3; i++, j--) MIX(in[i] + in[j]);
    i = 0;
    #pragma unroll 4
    while (i < 3) { MIX(in[i]); i++; }
    #pragma unroll 2
    for (i = n; i < n + 2; i++) MIX(in[i]);
    out[get_global_id(0)] = hash + j;
}
