//@ run sizes=1,3 global=1 local=1
// Digits by themselves, and words that they could be pasted to: no number makes a name that is surely free.
#define CAT(a, b) a##b
#define acc_
#define i_base_ 1
#define end_

__kernel void names(__global int *out, int n)
{
    int CAT(pasted, _1) = 8;
    #pragma promote_to_registers
    int acc[2] = { n, 3 };
    int i_base = 0 + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + i_base_;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        if (i == 2)
            goto end;
        out[i] = acc[0] + i_base + acc[1] * 4 - 1;
    end:
        out[i] += pasted_1;
    }
}
