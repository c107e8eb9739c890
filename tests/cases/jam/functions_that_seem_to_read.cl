// Functions that write what their arguments point to, or a variable, in a way that a look at their heads does not show. No nest with a call of
// one is jammed.

//@ build -DREAD_ONLY
//@ run sizes=3 global=1 local=1

typedef int row[4];
typedef row rows;
typedef int quad[4];
struct int4 { int x[4]; };

// A parameter of an array type is a pointer.
int put(row p, int i) { p[i & 3] += 1; return p[0] + p[1]; }
int put_again(rows p, int i) { p[i & 3] += 2; return p[2] + p[1]; }
int passed_on(int *q, int i) { return put(q, i); }

// The qualifier is there in one configuration only.
int one_day(__global
#ifdef READ_ONLY
const
#endif
int *p, int i)
{
#ifndef READ_ONLY
    *(p + i) += 1;
#endif
    return p[i];
}

// These names are those of types of the language, and are arrays, or contain one.
int of_a_tag(__global struct int4 *p, int i) { return (*p[i & 1].x)++; }
int of_a_reserved_name(__global quad *p, int i) { return (*p[0])++ + i; }

__kernel void seem_to_read(__global int *restrict a, __global int *restrict c, const int n)
{
    int kept[4] = {0, 1, 2, 3};
    int *q = kept;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + passed_on(kept, k + r);
        c[r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + put(n ? q : q, k + r);
        c[r + 4] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + put_again((n, q), k + r);
        c[r + 8] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + one_day(a, (k + r) & 3);
        c[r + 12] = sum;
    }
}

__kernel void of_types(__global int *restrict a, __global int *restrict c, const int n)
{
    __global struct int4 *s = (__global struct int4 *)a;
    __global quad *w = (__global quad *)a;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + of_a_tag(s, (k + r) & 3);
        c[r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum = sum * 3 + of_a_reserved_name(w, (k + r) & 3);
        c[r + 4] = sum;
    }
}
