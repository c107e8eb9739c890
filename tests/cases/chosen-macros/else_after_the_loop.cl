// Macros behind a loop that are an `else` in one configuration: it belongs to the `if` at the loop's end.

//@ run sizes=0,1,2,3,7 global=1 local=1
//@ build -DCHOSEN

#ifdef CHOSEN
#define ELSE else
#define OTHERWISE(x) else x
#define NESTED ELSE
#else
#define ELSE
#define OTHERWISE(x)
#define NESTED
#endif
#define NOTHING

__kernel void counted(__global int *out)
{
    int n = 7, sum = 0;
    if (n)
        #pragma unroll 2
        for (int i = 0; i < n; i++) if (i & 1) sum += 3; ELSE sum += 5;
    out[0] = sum;
}

__kernel void in_full(__global int *out)
{
    int sum = 0;
    if (!sum)
        #pragma unroll
        for (int i = 0; i < 4; i++) while (i == 9) if (i & 1) sum += 3; OTHERWISE(sum += 5;)
    out[0] = sum;
}

__kernel void behind_nothing(__global int *out)
{
    int sum = 0;
    if (!sum)
        #pragma unroll
        for (int i = 0; i < 4; i++) if (i & 1) { sum += 3; } NOTHING NESTED sum += 5;
    out[0] = sum;
}

// No `if` that could take it ends here.
__kernel void of_the_loop_itself(__global int *out)
{
    int sum = 0;
    if (!sum)
        #pragma unroll
        for (int i = 0; i < 4; i++) { if (i & 1) sum += 3; } ELSE sum += 5;
    out[0] = sum;
}
