// Functions with attributes that judge constant arguments, also where the call is never reached.

//@ run sizes=0,1,5,9

static int get(int x) __attribute__((diagnose_if(x >= 3, "too large", "error")));
static int get(int x)
{
    return x * 2 + 1;
}

__kernel void forbidden_values(__global int *out, __global const int *in, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 5; i++) {
        if (i < 3) sum = sum * 3 + get(i);
    }
    #pragma unroll 4
    for (int i = 0; i < 10; i++) {
        if (i < 3) sum = sum * 3 + get(i);
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (i < 3) sum = sum * 3 + get(i);
    }
    out[get_global_id(0)] = sum;
}
