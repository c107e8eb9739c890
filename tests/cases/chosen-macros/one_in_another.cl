// What is written out of a macro may be another one that a condition defines, and the other way round.

//@ run sizes=0,1,2,5
//@ build -DA
//@ build -DW=2
//@ build -DA -DW=2
//@ build -DA -DW=1

#ifdef A
#define MAYBE _Pragma("unroll 3")
#else
#define MAYBE
#endif

#if W
#define LOOP(v, m) MAYBE for (int v = 0; v < m; v++)
#else
#define LOOP(v, m) for (int v = 0; v < m; v++)
#endif

#define TILE(n, body) MAYBE for (int j = 0; j < n; j++) { _Pragma("unroll") for (int i = 0; i < 2; i++) { body } }
#define ID(...) __VA_ARGS__

__kernel void in_turn(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    TILE(n, hash = hash * 31 + in[j] + i;)
    MAYBE
    for (int j = 0; j < n; j++)
        LOOP(i, j) hash = hash * 33 + in[i];
    ID(_Pragma("unroll") for (int j = 0; j < 2; j++) { MAYBE for (int k = 0; k < 3; k++) hash = hash * 31 + k; })
    out[get_global_id(0)] = hash;
}
