// One statement must stay one statement: loops under `if`, `else`, `while`, `do`, and before an `else`.

//@ run sizes=0,1,2,3,4,5,9

__kernel void under(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    if (n & 1)
        #pragma unroll 4
        for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    else
        #pragma unroll
        for (int i = 0; i < 3; i++) hash = hash * 31 + in[i + 1];

    if (n > 2)
        if (n > 4)
            #pragma unroll 4
            for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
        else
            #pragma unroll 2
            for (int i = n; i > 0; i--) hash = hash * 31 + in[i];

    int turns = 2;
    while (turns-- > 0)
        #pragma unroll
        for (int i = 0; i < 2; i++) hash = hash * 31 + i;

    if (hash == 0)
        #pragma unroll
        for (int i = 0; i < 0; i++) hash = 5;
    else
        hash += 3;

    turns = 2;
    do
        #pragma unroll 4
        for (int i = 0; i < n; i++) hash = hash * 31 + i;
    while (--turns > 0);

    for (int row = 0; row < 2; row++)
        #pragma unroll 2
        for (int i = row; i < n; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}
