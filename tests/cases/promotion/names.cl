// The scalars' names are free: not those of other variables, of macros, nor of what is pasted together.

//@ run sizes=1,3

#define acc_2 77
#define CAT(a, b) a##b

__kernel void names(__global int *out, int n)
{
    int sum_0 = 5, sum_2 = 6;
    #pragma promote_to_registers
    int sum[2] = { n, 1 };
    #pragma promote_to_registers
    int sum_1[2] = { n, 2 };
    #pragma promote_to_registers
    int acc[3] = { n, 3, 4 };
    #pragma promote_to_registers
    int acc_1[2][2] = { { n, 5 }, { 6, 7 } };
    int CAT(pasted, _1) = 8;
    #pragma promote_to_registers
    int pasted[2] = { n, 9 };
    sum[0] += sum_0; sum[1] -= sum_2;
    acc[1] *= acc_2;
    out[get_global_id(0)] = sum[0] * sum[1] + sum_1[1] + acc[1] + acc_1[1][0] + pasted[0] * CAT(pasted, _1) + pasted[1];
}

// The letters of a name in the pragma of an array that stays do not speak of it.
__kernel void one_letter(__global int *a, int n)
{
    _Pragma("promote_to_registers")
    int e[2] = { 1, n };
    _Pragma("promote_to_registers")
    int f[4] = { 1, 2, 3, n };
    a[0] = e[0] + e[1] * 5 + f[n & 3];
}
