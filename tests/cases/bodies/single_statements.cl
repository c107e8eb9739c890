// Bodies without braces, of every kind of statement, the empty one among them.

//@ run sizes=0,1,2,3,4,5,9

__kernel void statements(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int id = get_global_id(0);
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < n; i++) ;
    #pragma unroll
    for (int i = 0; i < 4; i++) {}
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        if (in[i] & 1) hash = hash * 31 + in[i];
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        if (in[i] & 1) hash = hash * 31 + in[i];
        else hash ^= i;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 2; j++) hash = hash * 31 + in[i + j];
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        while (hash & 1) hash >>= 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        do hash = hash * 31 + in[i]; while (hash & 1);
    #pragma unroll
    for (int i = 0; i < 3; i++)
        switch (in[i] & 1) { case 0: hash++; break; default: hash = hash * 31 + i; }
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        hash = hash * 31 + in[i], hash ^= i;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        if (i == 5) { out[id] = hash; return; }
    out[id] = hash;
}
