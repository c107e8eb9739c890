// A value takes the place of a name, and the parentheses around the name stay.

//@ run sizes=0,1,2,3,5,8,17

__kernel void alone(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + (i)] = a[(i)] + (a[((i))]) - ((a)[(g) + (i)]);
}

__kernel void in_products(__global const int *restrict in, __global int *restrict out, int n)
{
    const int width = 4, y = get_global_id(0);
    #pragma unroll 2
    for (int x = 0; x < n; x++) {
        const int at = ((y) * (width) + (x));
        out[y * 64 + x] = in[(y) * width + (x)] * in[(at)] + in[((x) << (2)) & (63)];
    }
}

__kernel void under_a_cast(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = a[(int)(i)] + a[(size_t)((i)) * 2] + *((a) + (i)) + (*(a + (g) + 1));
}

// The comment and the line splice stay in the body.
__kernel void with_a_comment(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = a[( /* this one */ i )] + a[(\
i)] + a[(i)];
}

#define AT(array, place) array[(place)]

__kernel void by_a_macro(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        c[g + i] = AT(a, (i)) + a[(i)];
}

__kernel void after_a_word(__global const int *restrict a, __global int *restrict c, int n)
{
    const int g = get_global_id(0) * 64;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        int x = *(a + i);
        if (x > 3) x = 1; else*(a + i) > 2 ? (x = 2) : (x = 5);
        c[g + i] = x;
    }
}
