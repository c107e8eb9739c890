// The file pastes the names of types and of functions from a type of the host.

//@ option -DTYPE=int
//@ option -DSIZE=4
//@ option -DWHOLE=CAT(int,2)
//@ noplain the host defines the type
//@ build -DTYPE=uint -DSIZE=2 -DWHOLE=int2
//@ build -DTYPE=int -DSIZE=4 -DWHOLE=uint2
//@ run sizes=0,1,6,8,9

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define VECTOR CAT(TYPE, SIZE)
#define TYPE4 CAT(TYPE, 4)

VECTOR twice(VECTOR x) { return x + x; }

VECTOR in_the_head(__global const VECTOR *in, VECTOR first, int n)
{
    VECTOR sum = first;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        sum = sum * (VECTOR)(3) + twice(in[i]);
    return sum;
}

__kernel void types(__global const VECTOR *in, __global VECTOR *out, int n)
{
    VECTOR sum = in_the_head(in, in[0], n);
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        VECTOR next = in[i];
        sum = sum * (VECTOR)(5) + CAT(convert_, VECTOR)(next);
    }
    out[0] = sum;
}

__kernel void named_like_the_macro(__global const TYPE *in, __global TYPE *out, int n)
{
    TYPE sum = 0;
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        TYPE4 next = (TYPE4)(in[i]);
        sum = sum * 3 + next.x;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        WHOLE next = (WHOLE)(in[i]);
        sum = sum * 3 + next.y;
    }
    out[0] = sum;
}
