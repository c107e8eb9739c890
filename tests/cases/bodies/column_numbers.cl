// Built-in macros that give a column: in a copy they would give another one.
//@ run sizes=0,3,5

__kernel void columns(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum = sum * 3 + __builtin_COLUMN();
    out[get_global_id(0)] = sum;
}
