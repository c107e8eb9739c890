// Macros that look as if they made one load, and do not, or that mean something else at the front.
//@ run sizes=0,1,2,3,5,8 global=1 local=1

#define ONE(i) a[i]
#define TWO(i) a[i] + a[(i) + 1]
#define SIDE(i) a[k++ & (i)]
#define BUMP(i) a[(k += 2, (i) + k) & 15]
#define COMMA(i) (k ^= 5, a[i])
#define NAMED(n, i) n##_buffer[i]
#define QUOTED(i) a[(i) + (int)sizeof(#i)]
#define BYTE(i) ((__global const uchar *)a)[i]
#define CONVERTED(i) ((char)a[i])
#define LOCAL_INDEX(i) a[(i) + at]
#define OWN(i) c[g + (i)]
#define CHOSEN(i) (i & 1 ? a[i] : 5)
#define UNUSED(i, x) a[i]
#define REST(...) a[__VA_ARGS__]
#define OPEN_ONLY a[i + 1

__kernel void effects(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    int k = 3;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = SIDE(15) + ONE(i);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += BUMP(i);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += COMMA(i) * k;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += ONE(k++ & 15) + ONE(k & 7);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += UNUSED(i, k++) + k;
}

__kernel void parts(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = TWO(i) * 3 + CONVERTED(i);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += CHOSEN(i) + BYTE(i);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += sizeof(ONE(i)) + ONE(i + sizeof(ONE(i)));
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += REST(i) + OPEN_ONLY];
}

__kernel void texts(__global const int *restrict a_buffer, __global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = NAMED(a, i) + NAMED(a, g);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += QUOTED(i);
    const int at = 2;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        const int x = LOCAL_INDEX(i);
        const int at = i * 3;
        c[g + i] += x * LOCAL_INDEX(i);
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        __global const int *a = a_buffer;
        c[g + i] += ONE(i) * ONE(at);
    }
}

// The body stores what the macro loads, or the macro is what it stores.
__kernel void stores(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        OWN(i) = ONE(i) + 1;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        OWN(i + 1) = OWN(i) * 3;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        OWN(i) += ONE(i), OWN(i + 2)++;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        OWN(i) = i;
        OWN(i + 20) = OWN(i) + ONE(i);
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        __global int *p = &OWN(i);
        *p = ONE(i) + OWN(i);
    }
}

__kernel void volatile_memory(__global const volatile int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        OWN(i) = ONE(i) + ONE(i);
}

__kernel void may_be_the_same(__global int *a, __global int *c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        OWN(i) = ONE(i);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        ONE(i + 1) = ONE(i) + OWN(i);
}

// The macro changes between loops, or in one.
#define AGAIN(i) a[i]
__kernel void redefined(__global const int *restrict a, __global const int *restrict b, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = AGAIN(i);
#undef AGAIN
#define AGAIN(i) b[(i) + 1]
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] += AGAIN(i);
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        c[g + i] ^= AGAIN(i);
#undef AGAIN
#define AGAIN(i) b[(i) + 1]
        c[g + i] += AGAIN(i);
    }
}

// Elements of other types.
__kernel void types(__global const uchar *restrict a, __global const short *restrict b, __global const float *restrict x,
                    __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = (ONE(i) << 4) + AGAIN(i) + (int)sizeof(ONE(i)) + (x[i] > 0.0f);
}
