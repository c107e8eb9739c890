// break, continue, return, goto and labels, alone and together, in full, counted, checked and re-checked form; out of
// nested switches and loops, through macros, and with a variable whose last value matters.

//@ option --checked
//@ option -DSIZE=6
//@ run sizes=0,1,2,3,4,5,8,9,17,63 global=4

#ifndef SIZE
#define SIZE 5
#endif
#define MIX(x) (hash = hash * 31u + (uint)(x))
#define STOP_AT(x) if (x) break
#define SKIP continue
#define NEXT_UNLESS(x) if (!(x)) continue;

__kernel void full(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i, j;
    #pragma unroll
    for (int i = 0; i < 6; i++) { if (in[i] == n) break; MIX(i); }
    #pragma unroll
    for (int i = 0; i < 6; i++) { if (in[i] > n) continue; MIX(i); }
    #pragma unroll
    for (i = 0; i < 6; i++) { if (in[i] > n) continue; if (i == n) break; MIX(i); }
    MIX(i);
    #pragma unroll
    for (i = 6; i > 0; i -= 2) { if (i == n) goto out_of_it; }
    MIX(99);
out_of_it:
    MIX(i);
    #pragma unroll
    for (i = 0, j = 9; i < 6; i++, j--) {
        int value = in[i];
        if (value == 3) { if (n > 4) continue; else break; }
        MIX(value + j);
    }
    MIX(i * 10 + j);
    #pragma unroll
    for (i = 0; i < 3; i++) break;
    MIX(i);
    #pragma unroll
    for (i = 0; i < 3; i++) {
        int tries = 0;
again:
        MIX(tries);
        if (tries++ < in[i]) goto again;
    }
    #pragma unroll
    for (i = 0; i < 5; i++) if (i == n) { out[get_global_id(0)] = hash; return; }
    out[get_global_id(0)] = hash;
}

__kernel void counted(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i;
    #pragma unroll 4
    for (int i = 0; i < n; i++) { if (in[i] == 3) break; MIX(i); }
    #pragma unroll 4
    for (int i = n; i >= 0; i--) { if (in[i] == 3) continue; if (in[i] == 14) break; MIX(i); }
    #pragma unroll 4
    for (i = 0; i < n; i++) {
        switch (in[i]) {
        case 1: continue;
        case 2: break;
        case 3: if (n > 9) goto done;
        default: MIX(i);
        }
        for (int k = 0; k < in[i]; k++) { if (k == 5) break; if (k & 1) continue; MIX(k); }
        if (in[i] == 15) break;
    }
done:
    MIX(i);
    #pragma unroll 3
    for (i = 1; i <= n; i += 2) { STOP_AT(in[i] == 9); MIX(i); }
    MIX(i);
    #pragma unroll 3
    for (uint i = 0; i != n; i++) { if (in[i] == 2) SKIP; MIX(i); NEXT_UNLESS(i & 1) MIX(7); }
    #pragma unroll 2
    for (i = 0; i < n; i++) {
        if (in[i] > 7)
            if (in[i] > 12) break;
            else continue;
        MIX(i);
    }
    MIX(i);
    #pragma unroll 4
    for (i = 0; i < 11; i++) { if (i == n) break; MIX(i); }
    MIX(i);
    #pragma unroll 4
    for (int i = 0; i < 11; i++) { if (i == n) break; if (i == 2) continue; MIX(i); }
    #pragma unroll 4
    for (i = 0; i < n; i++) {
        if (in[i] == 4) goto skip;
        MIX(i);
skip:   ;
    }
    out[get_global_id(0)] = hash + i;
}

__kernel void checked(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i = 0;
    #pragma unroll 4
    while (i < n) { if (in[i++] == 3) continue; if (in[i] == 14) break; MIX(i); }
    MIX(i);
    #pragma unroll 3
    do { if (in[i & 63] == 3) continue; if (i == 1) break; MIX(i); } while (--i > 0);
    MIX(i);
    #pragma unroll 3
    do { int k = in[i & 63]; if (k == 3) continue; MIX(k); } while (++i < n);
    #pragma unroll 2
    for (int k = 0; in[k] != 9 && k < n; k++) {
        switch (in[k]) { case 1: case 2: continue; case 5: { break; } default: MIX(k); }
        if (in[k] == 12) break;
        MIX(1);
    }
    #pragma unroll 2
    for (int k = 0; in[k] != 9 && k < n; k++) {
        if (in[k] == 1) goto next;
        if (in[k] == 2) { i = k; goto all; }
        MIX(k);
next:   if (in[k] == 3) { MIX(4); }
    }
all:
    out[get_global_id(0)] = hash + i;
}

__kernel void rechecked(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i;
    #pragma unroll
    for (int i = 0; i < SIZE; i++) { if (in[i] == n) break; MIX(i); }
    #pragma unroll
    for (int i = 0; i < SIZE; i++) { if (in[i] > n) continue; MIX(i); }
    #pragma unroll
    for (i = 0; i < SIZE; i++) { if (in[i] > n) continue; if (i == n) break; MIX(i); }
    MIX(i);
    #pragma unroll 2
    for (i = SIZE; i > 0; i--) { if (in[i] > n) continue; if (i == n) break; MIX(i); }
    MIX(i);
    #pragma unroll
    for (i = 0; i < SIZE; i++) { int left = 3; back: MIX(left); if (--left > i) goto back; }
    out[get_global_id(0)] = hash + i;
}

__kernel void nests(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        int depth = 0;
        #pragma unroll
        for (int j = 0; j < 3; j++) {
            if (in[i + j] == 3) continue;
inner:
            #pragma unroll 2
            for (int k = 0; k < in[j]; k++) {
                if (k == 5) break;
                if (depth++ == 9) goto inner_done;
                if (in[k] == 2) continue;
                MIX(k);
            }
inner_done:
            if (depth == 3) { depth++; goto inner; }
            if (in[i] == 14) break;
        }
        if (depth > 20) break;
        MIX(depth);
    }
    switch (n & 3) {
    case 0:
        #pragma unroll 4
        for (int i = 0; i < n; i++) { if (in[i] == 9) break; MIX(i); }
        break;
    case 1:
        #pragma unroll
        for (int i = 0; i < 3; i++) switch (in[i]) { case 1: continue; default: MIX(i); break; }
    default:
        MIX(8);
    }
    out[get_global_id(0)] = hash;
}
