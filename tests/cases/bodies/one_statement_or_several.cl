// Where a loop stands alone, its copies need no block around them; where one statement must stand, they do.

//@ run sizes=0,1,2,3,4,5,8,9 global=4
//@ build -DA
//@ build -DB
//@ build -DA -DB

#define MIX(x) (hash = hash * 31u + (uint)(x))
#define BEGIN {
#define END }
#define IF_ODD if (n & 1)
#define APPLY(statement) if (n & 2) statement

__kernel void bound_to_a_statement(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    if (n & 1)
        #pragma unroll
        for (int i = 0; i < 3; i++) MIX(in[i]);
    if (n & 2)
        #pragma unroll
        for (int i = 0; i < 1; i++) MIX(i + 5);
    else
        #pragma unroll
        for (int i = 0; i < 2; i++) MIX(i + 7);
    if (n & 4)
        #pragma unroll
        for (int i = 0; i < 0; i++) MIX(i);
    else
        MIX(11);
    while (hash & 1)
        #pragma unroll
        for (int i = 0; i < 3; i++) hash++;
    for (int k = 0; k < n; k++)
        #pragma unroll
        for (int i = 0; i < 3; i++) MIX(i * k);
    do
        #pragma unroll
        for (int i = 0; i < 2; i++) MIX(i);
    while (hash % 5 == 0);
    IF_ODD
        #pragma unroll
        for (int i = 0; i < 2; i++) MIX(i + 13);
    APPLY(_Pragma("unroll") for (int i = 0; i < 2; i++) MIX(i + 17);)
    BEGIN
        #pragma unroll
        for (int i = 0; i < 2; i++) MIX(i + 19);
    END
    out[get_global_id(0)] = hash;
}

__kernel void labelled(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int turns = 0;
again:
    #pragma unroll
    for (int i = 0; i < 3; i++) MIX(in[i] + turns);
    if (turns++ < 2) goto again;
    switch (n & 3) {
    case 0:
        #pragma unroll
        for (int i = 0; i < 2; i++) MIX(i);
    case 1:
        MIX(3);
        #pragma unroll
        for (int i = 0; i < 2; i++) { int twice = in[i] * 2; MIX(twice); }
        break;
    default:
        #pragma unroll
        for (int i = 0; i < 0; i++) MIX(i);
    }
    MIX(23);
    #pragma unroll
    for (int i = 0; i < 4; i++) if (in[i] == n) goto out_of_it;
    MIX(29);
out_of_it:
    out[get_global_id(0)] = hash;
}

__kernel void after_conditions(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
#ifdef A
    if (n & 1)
#endif
    #pragma unroll
    for (int i = 0; i < 3; i++) MIX(in[i]);
#ifdef A
    if (n & 1)
#else
    MIX(3);
#endif
    #pragma unroll
    for (int i = 0; i < 3; i++) MIX(in[i] + 1);
#ifdef A
    MIX(4);
#elif defined(B)
    if (n & 2)
#else
    MIX(5);
#endif
    #pragma unroll
    for (int i = 0; i < 3; i++) MIX(in[i] + 2);
#ifdef A
#ifdef B
    if (n & 4)
#endif
#else
    MIX(6);
#endif
    #pragma unroll
    for (int i = 0; i < 3; i++) MIX(in[i] + 3);
#ifdef A
    MIX(7);
#else
    { MIX(8); }
#endif
    #pragma unroll
    for (int i = 0; i < 3; i++) MIX(in[i] + 4);
    if (n & 1)
#ifdef A
        MIX(9);
    else
#endif
    #pragma unroll
    for (int i = 0; i < 3; i++) MIX(in[i] + 5);
    out[get_global_id(0)] = hash;
}

__kernel void what_follows(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        MIX(in[0]); // a comment
    } MIX(31); /* another one
    */
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        MIX(in[1]); /\
/ a spliced one
    } MIX(37);
    #pragma unroll
    for (int i = 0; i < 2; i++) { MIX(in[2]); /* closed */ } MIX(41);
    int value = ({ int last = 0; _Pragma("unroll") for (int i = 0; i < 3; i++) last = last * 2 + i; last; });
    (void)({ MIX(value); _Pragma("unroll") for (int i = 0; i < 3; i++) MIX(i); });
    n & 1 ? ({ MIX(1); _Pragma("unroll") for (int i = 0; i < 3; i++) hash++; }) : (void)0;
    out[get_global_id(0)] = hash;
}

__kernel void nests_without_braces(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 3; i++)
        #pragma unroll
        for (int j = 0; j < i; j++)
            MIX(i * 8 + j);
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        #pragma unroll
        for (int j = 0; j < 2; j++)
            #pragma unroll
            for (int k = 0; k < 2; k++)
                MIX(i * 16 + j * 4 + k);
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        #pragma unroll
        for (int j = 0; j < 0; j++)
            MIX(j);
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        #pragma unroll
        for (int j = 0; j < 3; j++)
            ;
    }
    #pragma unroll
    for (int i = 0; i < 2; i++) { _Pragma("unroll") for (int j = 0; j < 2; j++) MIX(in[i] + j); }
    #pragma unroll
    for (int i = 0; i < 1; i++) { if (in[i] > n) break; MIX(43); }
    #pragma unroll
    for (int i = 0; i < 1; i++) { if (in[i] > n) continue; if (in[i] == n) break; MIX(47); }
    out[get_global_id(0)] = hash;
}
