// A `continue` at the top level of a body becomes an `else` branch in the copies, so that they need no loop that runs once, and a
// remainder may be nested tests. In other places it stays.

//@ run sizes=0,1,2,3,4,5,6,7,8,9,15

__kernel void branches(__global const int *in, __global int *out, int n)
{
    uint hash = 1, skipped = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        int x = in[i];
        if (x & 1)
            continue; // odd
        // A declaration in what follows, which the last line uses.
        int twice = x * 2;
        if (twice > 12) {
            skipped++;
            continue;
        }
        hash = hash * 31 + twice + i;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++)
    {
        if (in[i] == 3) continue;
        else hash = hash * 3 + 1;
        if (in[i] > 9) { skipped += 2; continue; } else if (in[i] > 5) { int i = 3; hash ^= i; }
        hash += in[i];
        if (i == 2) continue;
    }
    #pragma unroll
    for (int i = 0; i < 5; i++) { if (in[i] & 2) continue; hash = hash * 5 + in[i]; }
    // The author's `else` branch on lines of its own, deeper or not.
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        if (in[i] == 4)
            continue;
        else
            hash ^= in[i]; // one
        hash = hash * 3 + 1;
        if (in[i] == 5)
            continue;
        else
        {
            hash ^= in[i];
        }
        if (in[i] == 6)
            continue;
        else
            for (int j = 0; j < 2; j++)
                hash += j;
        hash += 2;
        if (in[i] == 7)
            continue;
        else
            hash += 3;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        if (in[i] & 1) continue;
        #pragma unroll
        for (int j = 0; j < 3; j++) { if (j == in[i]) continue; hash = hash * 7 + j; }
        if (in[i] == 14) break;
        hash ^= i;
    }
    out[0] = hash + skipped;
}

#define NEXT continue
#define SKIP(c) if (c) continue
#define MAYBE(c) if (c) ; else

__kernel void stays(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (in[i] & 1) if (in[i] & 2) continue;
        hash = hash * 31 + in[i];
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (in[i] & 1) continue;
        hash = hash * 3 + in[i];
        if (in[i] & 2) { if (in[i] & 4) continue; hash++; }
        hash = hash * 31 + in[i];
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        { if (in[i] & 1) continue; }
        hash = hash * 31 + in[i];
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (in[i] & 1) NEXT;
        hash = hash * 31 + in[i];
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        SKIP(in[i] & 1);
        hash = hash * 31 + in[i];
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        MAYBE(in[i] & 1) continue;
        hash = hash * 31 + in[i];
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (in[i] & 1) hash++; else continue;
        hash = hash * 31 + in[i];
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (in[i] & 1) continue;
        switch (in[i] & 3) {
        case 0: hash ^= 5; break;
        default: hash += 3;
        }
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (in[i] == 4) goto tail;
        if (in[i] & 1) continue;
        hash = hash * 31 + in[i];
    tail:
        hash++;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (in[i] & 1) continue;
#ifdef MORE
        hash = hash * 3 + 2;
        if (in[i] & 4) continue;
#endif
        hash = hash * 31 + in[i];
    }
    out[0] = hash;
}
//@ build -DMORE
