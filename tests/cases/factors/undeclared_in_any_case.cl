// CLU103: a name that nothing declares may be a macro of the host's, however it is spelt and whatever it is: a value, a
// type, a function or an array. What only the final compile knows is that warning too, and never an error.

//@ expect CLU103 CLU103 CLU103 CLU103 CLU103 CLU103 CLU103 CLU103 CLU103 CLU002 CLU002 CLU002
//@ option -DWIDTH=32
//@ option -DUNHEARD=a_type_of_nobody
//@ norun the names are defined nowhere, and some requests are errors

#ifdef WIDE
#define CHOSEN double
#else
#define CHOSEN float
#endif

__kernel void names(__global int *out, int n)
{
    const int made = count_of_host;
    const int made_of_that = made + 1;
    #pragma unroll order
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll unroll_factor(2)
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll unroll_for(float)
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll order[1]
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll (order).x
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll made_of_that
    for (int i = 0; i < n; i++) out[i] = i;
}

__kernel void types(__global int *out, int n)
{
    #pragma unroll (WIDTH / sizeof(real))
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll (WIDTH / sizeof(UNHEARD))
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll (WIDTH / sizeof(CHOSEN))
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll (real)4
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll (real)(4)
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll (8L * sizeof(int))
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll (sizeof(int) - 8 + 8)
    for (int i = 0; i < n; i++) out[i] = i;
}

__kernel void variables(__global int *out, int n)
{
    const int rows = n;
    const int rows_again = rows;
    #pragma unroll rows_again
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll i
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll (order + n)
    for (int i = 0; i < n; i++) out[i] = i;
    #pragma unroll out[order]
    for (int i = 0; i < n; i++) out[i] = i;
}
