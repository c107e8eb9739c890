// A request that a condition chooses, and that is left in copies of a loop, stays left: a second run would know more there.

//@ run sizes=0,1,2,5
//@ build -DA
//@ build -DW=2
//@ build -DA -DW=2
//@ build -DA -DEXTRA=if(n>1)

#if W > 1
#define OUTER _Pragma("unroll 2")
#else
#define OUTER _Pragma("unroll") /* all */
#endif
#ifndef EXTRA
#define EXTRA
#endif
#if W > 1
#define INNER _Pragma("unroll 2")
#define INNER_BY(n) _Pragma("unroll 2")
#else
#define INNER _Pragma("unroll") EXTRA
#define INNER_BY(n) _Pragma("unroll") EXTRA
#endif

#define ID(...) __VA_ARGS__

__kernel void nest(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    OUTER // here
    for (int j = 0; j < 3; j++)
    { hash += 7;
#ifdef A
        INNER
#endif
        for (int k = 0; k < 2; k++)
            hash = hash * 31 + in[k];
        INNER_BY(2) for (int k = 0; k < n; k++) hash = hash * 33 + in[k];
    }
    ID(_Pragma("unroll") for (int j = 0; j < 2; j++) { OUTER for (int k = 0; k < 3; k++) hash = hash * 31 + in[k]; })
    out[get_global_id(0)] = hash;
}
