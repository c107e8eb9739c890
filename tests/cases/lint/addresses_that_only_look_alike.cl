// Accesses that look like one address and are several, or the other way round.
//@ option --checked
//@ lint
//@ run sizes=5 global=1 local=1
typedef struct { int x, y; } pair;

// What looks like one address and is several, or like several and is one.
__kernel void addresses(__global int *out, __global pair *pairs, __global const int *a, int n)
{
    int gid = get_global_id(0), at = gid, k = 0;
    // The same spelling, another variable.
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        for (int at = 0; at < 8; at++)
            a[at] + 1;
        out[8 * i + at] += 1;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        { int gid = 64 + i; out[gid] += a[i]; }
        k += gid;
    }
    // Written in other ways.
    #pragma unroll 2
    for (int i = 0; i < n; i++, at++)
        out[at & 7] += 0;
    __global int *walking = out;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        *walking++ += 0;
    __global int *own = &out[gid];
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        out[gid] += a[i];
        *own += 1;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        __global int *other = n > 3 ? out : out + gid;
        out[gid] += a[i];
        k += other[0];
    }
    // Members, through pointers too, and a cast.
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        (pairs + gid)->x += a[i];
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        ((volatile __global int *)out)[gid] += a[i];
    // Read by the test, so that it is expected to change.
    #pragma unroll 2
    for (int i = 0; i < n && out[gid] < 100; i++)
        out[gid] += a[i];
    // The pointer leaves.
    float whole = 0.0f;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        out[gid] += a[i];
        whole += fract((float)a[i], &whole);
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        atomic_add(&out[gid], a[i]);
        out[gid] += 1;
    }
    // Jumps in inner loops.
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) {
            if (a[i + j] > 7)
                continue;
            out[gid] += a[i];
        }
    // Its size is no access.
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        k += sizeof(out[gid]) + a[i];
    // An index before its pointer.
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        gid[out] += a[i];
    out[gid] += k;
}
