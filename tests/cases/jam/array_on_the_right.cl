// `k[a]` and `*(k + a)` are elements of `a`, which may be what the nest stores to: `own` and `a` are one array here.

//@ run sizes=0,1,2,3,5,8,16

void subscripts(__global int *own, __global int *a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < n; k++) own[r] = own[r] * 3 + k[a];
}

void sums(__global int *own, __global int *a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < n; k++) own[r] = own[r] * 3 + *(k + a);
}

void vectors(__global int *own, __global int *a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < n; k++) own[r] = own[r] * 3 + vload2(0, k + a).y;
}

__kernel void array_on_the_right(__global int *c, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    subscripts(own, own, n);
    sums(own + 32, own + 32, n);
    vectors(own + 64, own + 64, n);
}
