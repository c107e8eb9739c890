//@ run sizes=0,1,3,5,8,13
// Where a statement ends is told from its words without expanding them, unless a macro may move the end.
#define BEGIN {
#define END }
#define SEMI ;
#define LOOP(v, n) for (int v = 0; v < (n); v++)
#define IF_ODD(x) if ((x) & 1)
#define OTHERWISE else
#define BODY(x) { out[gid] += (x); }
#define NOTHING
#define TWICE(x) x; x
#define OPEN_IF(x) if (x) {
#define CLOSE_IF }
#define for_each for
#define CAT(a, b) a##b
#define FORK CAT(fo, r)

__kernel void ends(__global int *out, __global const int *a, int n)
{
    int gid = get_global_id(0);
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        IF_ODD(a[i]) out[gid] += a[i]; OTHERWISE out[gid] -= 3;
    #pragma unroll 3
    for (int i = 0; i < n; i++) BEGIN out[gid] += i * a[i] SEMI END
    #pragma unroll 2
    LOOP(k, n) LOOP(j, 3) out[gid] += a[j] ^ k;
    #pragma unroll 2
    for_each (int i = 0; i < n; i++) BODY(a[i] + i)
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        OPEN_IF(a[i] > 7) out[gid] += 5; CLOSE_IF else out[gid] ^= 9;
    out[gid] += 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++) NOTHING;
    #pragma unroll 2
    for (int i = 0; i < n; i++) TWICE(out[gid] += 2);
    #pragma unroll 2
    FORK (int i = 0; i < n; i++) do out[gid] += a[i]; while (0) SEMI
    #pragma unroll 2
    for (int i = 0; i < n; i++) if (a[i] & 2) if (a[i] & 4) out[gid] += 11; else out[gid] -= 7;
    #pragma unroll 2
    for (int i = n; i > 0; i--) {
        out[gid] = out[gid] * 3 + a[i & 15];
    }
}
