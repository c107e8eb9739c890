// `full` is a word of `clang loop unroll`, and no factor.
//@ lint
//@ norun the word is no factor to any compiler
//@ expect CLU103

kernel void word(global int *a, int n)
{
    int sum = 0;
    #pragma unroll(full)
    for (int i = 0; i < 4; i++) sum += i;
    a[0] = sum;
}
