// Pointers to the bound that come from where one does not look: a shadow that is not always there, a macro behind a
// macro, a scope that a condition divides.

//@ option --checked
//@ run sizes=0,1,2,3,5,8,9
//@ build -DA
//@ build -DX

#define TAKE &m
#ifdef X
#define ADDR TAKE
#else
#define ADDR 0
#endif

__kernel void of_a_shadow(__global int *out, int n)
{
    uint hash = 1;
    int m = n;
    int *p;
    {
#ifdef A
        int m = 7;
#endif
        p = &m;
    }
    #pragma unroll 4
    for (int i = 0; i < m; i++) {
        hash = hash * 31 + i;
        if (i == 1) *p = 3;
    }
    out[get_global_id(0)] = hash;
}

__kernel void of_a_macro(__global int *out, int n)
{
    uint hash = 1;
    int m = n;
    int *p = ADDR;
    #pragma unroll 4
    for (int i = 0; i < m; i++) {
        hash = hash * 31 + i;
        if (i == 1 && p) *p = 3;
    }
    out[get_global_id(0)] = hash;
}

__kernel void divided_scope(__global int *out, int n)
{
    uint hash = n + 1;
    const int m = 5;
    {
        const int m = 7;
        hash += m;
#ifdef A
    }
    {
#endif
        #pragma unroll
        for (int i = 0; i < m; i++) hash = hash * 31 + i;
    }
    out[get_global_id(0)] = hash;
}
