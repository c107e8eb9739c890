// A `#define` that stays in effect may be in each copy, if nothing before it mentions its name. Otherwise a second copy would begin
// with another macro than the first.
//@ run sizes=0,1,3,4,5,9 global=4 local=4
//@ build -DU
//@ build -DWORD=3
#define LIMIT(x) (EXTRA + (x))
#define EXTRA 0
#define WORD 2

__kernel void in_copies(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        int before = in[i];
        #define TWICE(x) ((x) + (x))
        sum = sum * 3 + TWICE(before);
    }
    #pragma unroll
    for (int i = 0; i < 3; i++) {
#ifdef U
        #define STEP_OF_U 7
        sum += STEP_OF_U;
#endif
        #pragma unroll 2
        for (int k = 0; k < n; k++) {
            #define INNER (sum + k)
            sum = sum * 5 + INNER;
        }
        #define INNER_AFTER 2
    }
    out[get_global_id(0)] = sum + TWICE(n)
#ifdef STEP_OF_U
        + STEP_OF_U
#endif
        + INNER_AFTER;
}

// What is only called after its definition is another name before it.
int other(int x)
{
    return x * 2;
}

__kernel void mentioned_before(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        sum = sum * 3 + other(i);
        #define other(x) ((x) + 5)
        sum = sum * 3 + other(i);
    }
    #pragma unroll 4
    for (int i = 0; i < LIMIT(n); i++) {
        sum = sum * 3 + i;
        #undef EXTRA
        #define EXTRA 3
        if (i == 7)
            break;
    }
    #pragma unroll
    for (int i = 0; i < 2; i++) {
#ifdef SEEN
        sum += 100;
#endif
        #define SEEN
        sum = sum * 3 + i;
    }
    out[get_global_id(0)] = sum;
}

__kernel void words(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        sum = sum * 3 + in[i];
        #define uint uchar
    }
    out[get_global_id(0)] = sum;
}
#undef uint

typedef int wide;
__kernel void types(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    wide i;
    #pragma unroll
    for (i = 65530; i < 65534; i++) {
        sum = sum * 3 + i;
        #define wide short
    }
    out[get_global_id(0)] = sum + i;
}

__kernel void never(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 0; i++) {
        #define OF_NO_TRIP 5
        sum = sum * 3 + i;
    }
    out[get_global_id(0)] = sum + OF_NO_TRIP;
}

__kernel void host_word(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        sum = sum * 3 + WORD;
        #undef WORD
        #define WORD 4
    }
    out[get_global_id(0)] = sum;
}
