// Macros that make loads: an invocation whose whole expansion is one load runs first, like the load itself.
//@ run sizes=0,1,2,3,5,8 global=1 local=1 set=pitch:3

#define A(i) a[i]
#define AT(r, c) a[(r) * pitch + (c)]
#define LOAD(p, i) ((p)[i])
#define POINTED(p, i) (*(p + (i)))
#define INDEX(r, c) ((r) * 64 + (c))
#define ROW a
#define GET A
#define FIRST a[0]
#define CUBE(i) a[(i) * (i) * (i) & 15]
#define FOUR(i) vload4(0, a + 4 * (i))
#define SQUARE(x) ((x) * (x))
#define STORE(i, x) c[i] = (x)
#define INDEXED(p, r, c) p[INDEX(r, c)]
#define EVAL(m, x) m(x)
#define SECOND(x, y) (y)
#define DECLARE(t, v, x) t v = x

__kernel void plain(__global const int *restrict a, __global int *restrict c, int n, int pitch)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = A(g + i) * 2 + A(i);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] ^= AT(i, g + 1) * AT(g, i + 2);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += LOAD(a, g + i) - POINTED(a, i + 1) + (LOAD(a, i)) + GET(i + 2) + ROW[i] * FIRST;
    #pragma unroll
    for (int i = 0; i < 4; i++)
        c[g + i] ^= CUBE(i) + CUBE(i + 1);
    #pragma unroll
    for (int i = 0; i < 4; i++)
        c[g + i] ^= FOUR(i).y;
    #pragma unroll
    for (int i = 0; i < 4; i++)
        c[g + i] += a[A(i) & 7];
}

// The counter's type counts in the argument, and a variable of the body is replaced there.
__kernel void types(__global const int *restrict a, __global int *restrict c, int n, int pitch)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (uint i = 0; i < n; i++)
        c[g + i] = A((i - 5) / 2 & 15) + A(min(i, 7u));
    #pragma unroll 2
    for (long i = 0; i < n; i++)
        c[g + i] += A(clz(i) & 31);
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        const int at = INDEX(0, g + i);
        __global const int *from = a;
        c[at] ^= A(at) + LOAD(from, at + 1) * AT(at & 3, i);
    }
}

// In an argument of another macro, once and several times, and in the address of another load.
__kernel void nested(__global const int *restrict a, __global int *restrict c, int n, int pitch)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        STORE(g + i, SQUARE(A(g + i)) + SQUARE(LOAD(a, i) - 1));
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        STORE(g + i, A(A(g + i) & 15) + CUBE(A(i) & 3));
}

// Through several macros, with a macro's name as an argument, with an argument that is dropped, in a declaration.
__kernel void through_others(__global const int *restrict a, __global int *restrict c, int n, int pitch)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = INDEXED(a, 0, i) + EVAL(A, i) + SECOND(A(i + 1), A(i + 2));
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        DECLARE(const int, x, A(i));
        DECLARE(const short, y, x & 7);
        c[g + i] ^= A(y) * x;
    }
}
