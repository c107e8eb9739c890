// Loads in arguments of macros run first, if each use in the macro is the same load.
//@ run sizes=0,1,2,3,5,8 global=1 local=1
#define SQUARE(x) ((x) * (x))
#define MAD(a, b, c) ((a) * (b) + (c))
#define TWICE(i) i + i
#define SEVEN(i) i + 7 - i
#define CHOOSE(c, x, y) ((c) ? (x) : (y))
#define ADD(x, y) x += y
#define INCREASE(x) x = x + 1
#define KEEP(x, y) (x = (y), (x) + 1)

__kernel void map(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = SQUARE(a[g + i]);
}

__kernel void several(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        const int at = g + i;
        c[at] = MAD(a[at], SQUARE(b[at]), 3);
    }
}

// The text in the argument is an operand wherever the macro writes it.
__kernel void subscripts(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 3
    for (int i = 0; i < n; i++)
        c[g + i] = a[TWICE(i)] + a[TWICE(2 * i)] + a[MAD(i, 2, 1)];
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] ^= a[SEVEN(i)] * i;
}

// One use is under a condition, and another is not.
__kernel void conditions(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = CHOOSE(a[g + i] > 7, a[g + i], i);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += CHOOSE(i > 3, a[g + i], i);
}

// The macro stores its argument, or stores before it loads.
__kernel void stores(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        ADD(c[g + i], a[g + i]);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        INCREASE(c[g + i]);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i + 1024] = KEEP(c[g + i], a[g + i]);
}

// A macro makes another token, a string's size or a member of its argument.
#define PASTE(x) (x##0 + x)
#define NAMED(x) (of_##x + x)
#define SIZE(x) ((int)sizeof(#x) + (x))
struct pair { int i, j; };
#define BOTH(s, x) (s.x + x)
__kernel void other_uses(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    struct pair s = {5, 6};
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        const int i0 = 7;
        c[g + i] = a[PASTE(i)];
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += SIZE(a[g + i]);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += a[BOTH(s, i)];
    const int of_i = 9;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += a[NAMED(i)];
}

// A variable of the body that only a moved load uses.
__kernel void idle(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (uint i = 0; i < n; i++) {
        const uint k = i * 3 / 2;
        c[get_global_id(0)] ^= SQUARE(a[k]);
    }
    #pragma unroll 2
    for (uint i = 0; i < n; i++)
        c[g + i] += SQUARE(a[(i - 5) / 2 & 15]);
}
