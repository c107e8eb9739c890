// One word in parentheses, and parentheses that hold something together.
//@ lint

#define COPIES 2

kernel void parentheses(global int *a, int n)
{
    int sum = 0;
    #pragma unroll(4)
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll (4)
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll(COPIES)
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll( ( 3 ) ) // thrice
    for (int i = 0; i < n; i++) sum += i;
    _Pragma("unroll(4)") for (int i = 0; i < n; i++) sum += i;
    // These stay.
    #pragma unroll (COPIES + 1)
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll (COPIES) * 2
    for (int i = 0; i < n; i++) sum += i;
    #pragma GCC unroll (4)
    for (int i = 0; i < n; i++) sum += i;
    #pragma clang loop unroll_count(4)
    for (int i = 0; i < n; i++) sum += i;
    __attribute__((opencl_unroll_hint(4)))
    for (int i = 0; i < n; i++) sum += i;
    a[0] = sum;
}
