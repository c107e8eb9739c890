// The variables of a nest in arguments of macros, and headers that macros make.

//@ run sizes=0,1,2,3,5,8,9

#define A(row, k) a[(row) * 4 + (k)]
#define ADD(sum, x) sum = (sum) * 3 + (x)
#define TWICE(x) ((x) + (x))
#define FIRST(x, y) (x)
#define FOR(k, n) for (int k = 0; k < (n); k++)
#define OF_ROW a[r]
#define TEXT(x) (sizeof(#x) * x)
#define PASTED(x) x##_1
#define MEMBER(x) (pair.x + x)

__kernel void arguments(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int s = TWICE(r);
        for (int k = 0; k < n; k++) ADD(s, A(r, k) + TWICE(A(TWICE(r), k)) + FIRST(k, s));
        c[get_global_id(0) * 16 + r] = TWICE(s);
    }
}

__kernel void headers(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    FOR(r, n) {
        int s = 0;
        FOR(k, n) ADD(s, A(r, k));
        FOR(j, 2) {
            FOR(k, 3) { s ^= A(r + j, k); }
            s *= 3;
        }
        c[get_global_id(0) * 16 + r] = s;
    }
}

// In a replacement, in a string, before `##`, and as a member.
__kernel void not_in_arguments(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int s = 0;
        for (int k = 0; k < n; k++) s = s * 3 + OF_ROW + k;
        c[get_global_id(0) * 64 + r] = s;
    }
    #pragma unroll_and_jam 2
    for (int row = 0; row < n; row++) {
        int s = 0;
        for (int k = 0; k < n; k++) s = s * 3 + TEXT(row) + a[k];
        c[get_global_id(0) * 64 + 16 + row] = s;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int s = 0, s_1 = r;
        for (int k = 0; k < n; k++) s = s * 3 + PASTED(s) + a[k];
        c[get_global_id(0) * 64 + 32 + r] = s;
    }
    struct { int s; } pair = { 7 };
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int s = 0;
        for (int k = 0; k < n; k++) s = s * 3 + MEMBER(s) + a[k];
        c[get_global_id(0) * 64 + 48 + r] = s;
    }
}
