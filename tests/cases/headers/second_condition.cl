// A second condition beside the one that counts: a request for all iterations writes each copy inside the test of the one before. The other
// conditions are evaluated as often as before, and in the same order; one that comes first is evaluated once more after the last copy.

//@ run sizes=0,1,2,3,4,5,6,7,8,9

int count(int *calls, int x)
{
    *calls += 1;
    return x != 7;
}

__kernel void ends(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int calls = 0, i;
    #pragma unroll
    for (int i = 0; i < 6 && hash % 11 != 3; i++) hash = hash * 31 + in[i];
    #pragma unroll
    for (i = 0; i < 5 && count(&calls, in[i]); i++) hash = hash * 31 + in[i];
    hash = hash * 31 + i;
    #pragma unroll
    for (i = 0; count(&calls, in[i]) && i < 5; i++) hash = hash * 31 + in[i];
    hash = hash * 31 + i;
    #pragma unroll
    for (i = 8; n > 2 && i > 0 && count(&calls, in[i]); i -= 3) { if (in[i] & 1) continue; hash = hash * 31 + in[i]; }
    hash = hash * 31 + i;
    #pragma unroll
    for (i = 0; i < 4 && n; i++) {
        if (in[i] == 5) break;
        { if (in[i] == 6) continue; }
        hash = hash * 31 + in[i];
    }
    hash = hash * 31 + i;
    if (n & 1)
        #pragma unroll
        for (int j = 0, k = 3; j < 3 && k != n; j++, k++) { int i = j * k; hash = hash * 31 + i; }
    else
        hash++;
    out[0] = hash;
    out[1] = calls;
}

__kernel void stay(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i;
    #pragma unroll
    for (i = 0; i < 9 && i++ < n; i++) hash = hash * 31 + i;
    #pragma unroll
    for (i = 0; i < 9 && n > 3; i++) { hash = hash * 31 + i; if (in[i] & 1) i++; }
    #pragma unroll
    for (i = 0; i < 4 || hash % 7 == 1; i++) hash = hash * 31 + in[i & 15];
    #pragma unroll
    for (i = 0; i < 100 && hash % 7 != 1; i++) hash = hash * 31 + in[i];
    out[0] = hash;
}
