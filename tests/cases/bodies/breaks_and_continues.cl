// `break` and `continue` of the loop itself, plain and behind macros, and those of an inner loop or switch, which
// belong to that one.

//@ run sizes=0,1,2,3,4,5,6,7,8,9

#define STOP_AT(x) if (i == (x)) break
#define SKIP(x) do_nothing = 0; if (i == (x)) continue

__kernel void leaves(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int do_nothing = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (i == 5) break;
        hash = hash * 31 + in[i];
    }
    #pragma unroll
    for (int i = 0; i < 6; i++) {
        if (in[i] & 1) continue;
        hash = hash * 31 + in[i];
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        STOP_AT(6);
        SKIP(2);
        hash = hash * 31 + in[i];
    }
    out[get_global_id(0)] = hash + do_nothing;
}

__kernel void inner_ones(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 4; j++) {
            if (j == 1) continue;
            if (j == 3) break;
            hash = hash * 31 + j;
        }
        switch (i & 3) {
        case 0: hash = hash * 31; break;
        case 1: hash = hash * 37;
        case 2: hash ^= 77; break;
        default: hash++;
        }
        int k = 0;
        while (true) if (++k == 3) break;
        do { if (k == 4) { k = 6; continue; } k++; } while (k < 5);
        hash += k;
    }
    out[get_global_id(0)] = hash;
}

__kernel void continue_inside_switch(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        switch (i & 3) {
        case 0: continue;
        case 1: break;
        default: hash = hash * 31 + i;
        }
        hash++;
    }
    out[get_global_id(0)] = hash;
}
