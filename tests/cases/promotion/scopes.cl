// Which array a name means: in copies of a body, in blocks beside and in each other, behind declarations that shadow it.

//@ run sizes=0,1,4,7 global=1 local=1

__kernel void copied(__global const int *in, __global int *out, int n)
{
    int hash = 1;
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        #pragma promote_to_registers
        int acc[2] = { in[i], i };
        #pragma unroll
        for (int j = 0; j < 2; j++) {
            #pragma promote_to_registers
            int inner[2];
            inner[0] = acc[j] + n; inner[1] = acc[1 - j];
            acc[j] += inner[0] * inner[1];
        }
        hash = hash * 31 + acc[0] - acc[1];
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        #pragma promote_to_registers
        int acc[2] = { i, in[i] };
        acc[1] *= acc[0];
        hash += acc[1];
    }
    out[get_global_id(0)] = hash;
}

__kernel void blocks(__global int *out, int n)
{
    #pragma promote_to_registers
    int acc[3] = { 1, 2, 3 };
    acc[0] += n;
    {
        acc[1] += acc[0];
        #pragma promote_to_registers
        int acc[2];
        acc[0] = 5; acc[1] = n;
        out[0] = acc[0] * acc[1];
    }
    {
        int acc = 7;
        acc++;
        out[1] = acc;
    }
    {
        int acc[2] = { 1, n };
        for (int i = 0; i < 2; i++) acc[i]++;
        out[2] = acc[0] + acc[1];
    }
    struct { int acc; } box = { .acc = 3 };
    out[3] = box.acc + acc[2];
    {
        #pragma promote_to_registers
        int other[2] = { acc[0], acc[1] };
        out[4] = other[0] * other[1] + acc[0];
    }
    for (int acc = 0; acc < 2; acc++) out[5 + acc] = acc;
    if (n > 3) { out[7] = acc[0]; } else out[8] = acc[1];
    switch (n) {
    case 1: acc[2] = 9; break;
    default: acc[2]--;
    }
    while (acc[2]-- > 0) out[9] += acc[2];
}

int helper(int acc)
{
    #pragma promote_to_registers
    int own[2] = { acc, 2 };
    own[0] += own[1];
    return own[0];
}

__kernel void calls(__global int *out, int n)
{
    #pragma promote_to_registers
    int acc[2];
    acc[0] = helper(n);
    acc[1] = helper(acc[0]);
    out[get_global_id(0)] = acc[0] + helper(acc[1]);
}
