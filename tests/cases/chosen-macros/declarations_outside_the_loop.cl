// Macros outside the loop that a `-D` chooses, and that declare what the loop names, jump into it, or point to its variables.

//@ option --checked
//@ expect CLU102
//@ run sizes=0,1,2,3,7 global=1 local=1
//@ build -DCHOSEN

constant int N = 4;
typedef int counter_t;

#ifdef CHOSEN
#define LOCALS int n = 6
#define FLOATING float n = 7.5f
#define NAME N
#define TWICE_N(x) int x = 6
#define THROUGH TWICE_N(n)
#define OWN_TYPE typedef uchar counter_t
#define ENTER goto inside
#define POINT p = &
#define CLOSE }
#define OWN_STRUCT struct bounds { float n; }
#define INTEGER int
#define REOPEN {
#else
#define LOCALS
#define FLOATING
#define NAME M
#define THROUGH sum++
#define OWN_TYPE
#define ENTER
#define POINT
#define CLOSE
#define OWN_STRUCT
#define INTEGER long
#define REOPEN
#endif

__kernel void a_constant(__global int *out)
{
    const int n = 4;
    int sum = 0;
    {
        LOCALS;
        #pragma unroll
        for (int i = 0; i < n; i++) sum += i;
    }
    out[0] = sum;
}

__kernel void a_constant_of_the_file(__global int *out)
{
    int NAME = 6, sum = 0;
    #pragma unroll
    for (int i = 0; i < N; i++) sum += i;
    out[0] = sum;
}

int with_parameter(int NAME)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < N; i++) sum += i;
    return sum;
}
__kernel void a_parameter(__global int *out) { out[0] = with_parameter(6); }

__kernel void through_another_macro(__global int *out)
{
    const int n = 4;
    int sum = 0;
    {
        THROUGH;
        #pragma unroll
        for (int i = 0; i < n; i++) sum += i;
    }
    out[0] = sum;
}

__kernel void another_type_of_the_bound(__global int *out)
{
    int n = 7, sum = 0;
    {
        FLOATING;
        #pragma unroll 4
        for (int i = 0; i < n; i++) sum += i;
    }
    out[0] = sum;
}

__kernel void another_type_of_the_variable(__global int *out)
{
    OWN_TYPE;
    int sum = 0;
    #pragma unroll
    for (counter_t i = 250; i < 260; i++) {
        sum += i;
        if (sum > 5000) break;
    }
    out[0] = sum;
}


__kernel void a_jump(__global int *out)
{
    int n = 7, sum = 0;
    ENTER;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        if (i == 3) goto inside;
        sum += 5;
    inside:
        sum += i;
    }
    out[0] = sum;
}

// `POINT n;` is an expression, or points to `n`.
__kernel void a_pointer_to_the_bound(__global int *out)
{
    int sum = 0, n = 7;
    __private int *p = &sum;
    { POINT n; }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (i == 1) *p = 2;
        sum += i;
    }
    out[0] = sum;
}

__kernel void a_pointer_to_the_variable(__global int *out)
{
    int sum = 0, i = 0, other = 0;
    __private int *p = &other;
    { POINT i; }
    #pragma unroll
    for (i = 0; i < 4; i++) sum = sum * 3 + *p;
    out[0] = sum;
}

// The loop stands in the block that declares its bound, or behind it.
__kernel void the_end_of_a_block(__global int *out)
{
    const int n = 4;
    int sum = 0;
    {
        const int n = 6;
        CLOSE;
        #pragma unroll
        for (int i = 0; i < n; i++) sum += i;
        #pragma unroll 2
        for (int i = 0; i < n; i++) sum += i;
        REOPEN;
    }
    out[0] = sum;
}

struct bounds { int n; };
__kernel void another_struct(__global int *out)
{
    int sum = 0;
    OWN_STRUCT;
    struct bounds limit = { 7.5f };
    #pragma unroll 4
    for (int i = 0; i < limit.n; i++) sum += i;
    out[0] = sum;
}

// Written like a call.
__kernel void a_name_in_parentheses(__global int *out)
{
    const int n = 4;
    int sum = 0;
    {
        INTEGER (n) = 6;
        #pragma unroll
        for (int i = 0; i < n; i++) sum += i;
    }
    out[0] = sum;
}

// In the body the variable itself may be hidden, which the header's scope allows and a block's does not.
__kernel void of_the_variable(__global int *out, int limit)
{
    int sum = 0;
    #pragma unroll
    for (int n = 0; n < 3; n++) {
        LOCALS;
        sum = sum * 5 + n;
    }
    #pragma unroll 2
    for (int n = 0; n < limit; n++) {
        THROUGH;
        sum = sum * 7 + n;
    }
    out[0] = sum;
}
