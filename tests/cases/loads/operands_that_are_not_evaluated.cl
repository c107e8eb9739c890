// The operand of `vec_step` is not evaluated, as that of `sizeof`: a load in it does not run first, far outside of the memory.

//@ run sizes=0,1,4,9 global=1 local=1

__kernel void not_evaluated(__global int *restrict a, __global int *restrict c, const int n)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++) c[i] = a[i] + (int)vec_step(a[i + 1000000000]);
    #pragma unroll 4
    for (int i = 0; i < n; i++) c[i] += a[i] * (int)sizeof(a[i + 1000000000]);
    #pragma unroll 2
    for (int i = 0; i < n / 4; i++) {
        vstore4(vload4(i, a) + (int)vec_step(vload4(i + 100000000, a)), i, c);
    }
}
