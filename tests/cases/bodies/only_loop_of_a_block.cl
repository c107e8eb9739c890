// A block that holds only the loop may hold made names too, but not a name of the author's, and only if nothing else is in it.

//@ run sizes=0,1,2,3,4,5,8,9 global=4
//@ build -DA

#define MIX(x) (hash = hash * 31u + (uint)(x))

void parameter(__global const int *in, uint *sum, int i)
{
    #pragma unroll 4
    for (int i = 0; i < 5; i++) { if (in[i] == 7) break; *sum = *sum * 31u + in[i]; }
}

void counted(__global const int *in, uint *sum, int i)
{
    #pragma unroll 4
    for (int k = 0; k < i; k++)
        *sum = *sum * 31u + in[k];
}

__kernel void blocks(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    parameter(in, &hash, n);
    counted(in, &hash, n);
    int i_base = 3, i_end = 4;
    for (int r = 0; r < 2; r++) {
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(in[i] + i_base + i_end);
    }
    do {
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(in[i]);
    } while (i_base++ < 4);
    switch (n & 1) {
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(in[i]);
    }
    for (int r = 0; r < 2; r++) {
#ifdef A
        int i_base_2 = r;
        MIX(i_base_2);
#endif
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(in[i] + r);
    }
    for (int r = 0; r < 2; r++) {
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(in[i] + r);
#ifdef A
        MIX(r);
#endif
    }
    #pragma unroll
    for (int r = 0; r < 2; r++) {
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(in[i]);
    }
    #pragma unroll 2
    for (int r = 0; r < n; r++) {
        #pragma unroll 2
        for (int i = 0; i < r; i++) MIX(in[i] + r);
    }
    int outer = 0;
    #pragma unroll 2
    for (outer = 0; outer < n; outer++) {
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(in[i] + outer);
    }
    {
    inside:
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(in[i]);
    }
    if (i_base++ < 9) goto inside;
    {
        #pragma unroll 2
        for (int i = 0, j = n; i < n; i++, j--) MIX(in[i] + j);
    }
    {
        #pragma unroll 2
        for (int i = 0; i < n; i++) { if (in[i] == n) break; MIX(in[i]); }
    }
    out[get_global_id(0)] = hash + i_base + i_end;
}
