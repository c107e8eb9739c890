// Types that a header defines: the header of an unrolled loop may be written several times in one block.

//@ run sizes=0,1,5,9

// The step would stand between the copies.
__kernel void by_the_step(__global int *out, __global const int *in, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; in[i & 15] < n && i < 64; i += sizeof(struct Step { char c; })) sum += in[i];
    out[get_global_id(0)] = sum;
}

// The body names what the step defines.
__kernel void by_enumerators_of_the_step(__global int *out, __global const int *in, int n)
{
    int sum = 0, i;
    #pragma unroll 4
    for (i = 0; i < n; i += sizeof(enum { ONE = 1, TWO })) sum += in[i] + TWO;
    out[get_global_id(0)] = sum;
}

// The same of the test.
__kernel void by_enumerators_of_the_test(__global int *out, __global const int *in, int n)
{
    int sum = 0, i = 0;
    #pragma unroll 4
    while (i < n + (int)sizeof(enum { THREE = 3 })) {
        sum += in[i] + THREE;
        i += 1;
    }
    #pragma unroll
    for (int k = 0; k < (int)sizeof(enum { FIVE = 5 }); k++) sum = sum * 3 + FIVE;
    #pragma unroll 4
    for (int k = 0; k < n + (int)sizeof(union { char a; int b; }); k++) sum = sum * 3 + k;
    out[get_global_id(0)] = sum;
}

// An initialiser is written once, in a block around all copies.
__kernel void by_the_initialiser(__global int *out, __global const int *in, int n)
{
    int sum = 0, j;
    #pragma unroll 4
    for (int i = (int)sizeof(enum { TWO = 2 }) - 4; i < n; i++) sum += in[i] + TWO;
    #pragma unroll
    for (int i = (int)sizeof(enum { TWO = 2 }) - 4; i < 3; i++) sum = sum * 3 + in[i] + TWO;
    #pragma unroll
    for (j = (int)sizeof(enum { TWO = 2 }) - 4; j < 3; j++) sum = sum * 3 + in[j] + TWO;
    #pragma unroll 4
    for (int i = (int)sizeof(struct Pair { short a, b; }) - 4; i < n + (int)sizeof(struct Pair); i++) sum += in[i];
    out[get_global_id(0)] = sum + j;
}

// Attributes may stand between the word and the brace.
__kernel void with_attributes(__global int *out, __global const int *in, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        sum = sum * 3 + sizeof(struct __attribute__((packed)) Packed { char c; int d; });
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum = sum * 5 + sizeof(struct __attribute__((packed)) Tight { char c; int d; });
    out[get_global_id(0)] = sum;
}

#ifndef SIZE
#define SIZE sizeof(struct Sized { int a; })
#endif

// So may a macro that the host decides upon.
__kernel void by_a_macro(__global int *out, __global const int *in, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        sum = sum * 3 + SIZE;
    }
    #pragma unroll 4
    for (int i = 0; in[i & 15] < n && i < 64; i += SIZE) sum = sum * 5 + in[i];
    out[get_global_id(0)] = sum;
}
