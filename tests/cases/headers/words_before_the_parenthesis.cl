// Words that the parser never sees stand between the keyword and its header: the loop has no header then.

//@ norun no compiler takes it

__kernel void between(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for __private(int i = 0; i < 4; i++) sum += i;
    #pragma unroll 2
    for __attribute__((unused)) (int i = 0; i < n; i++) sum += i;
    #pragma unroll 2
    while __kernel(n-- > 0) sum += n;
    out[0] = sum;
}
