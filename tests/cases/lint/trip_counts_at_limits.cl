//@ option --checked
//@ lint
//@ expect CLU121
//@ run sizes=5
//@ except oclgrind a million iterations take an interpreter minutes
// Trip counts, steps and factors at their limits.
__kernel void numbers(__global int *out, __global const int *a, int n)
{
    int sum = 0;
    #pragma unroll 64
    for (long i = 0; i < 4000000007L; i += 4000)
        sum += 1;
    // It would overflow, so it must not run.
    if (n < 0) {
        #pragma unroll 2
        for (int i = 0; i < 2147483647; i += 1073741823)
            sum += a[i & 15];
    }
    #pragma unroll 3
    for (uchar i = 250; i != 4; i++)
        sum += a[i & 15];
    #pragma unroll 4
    for (int i = 1; i < 100; i *= 3)
        sum += a[i & 15];
    #pragma unroll
    for (int i = 0; i < 1 << 0; i++)
        sum += a[i];
    out[get_global_id(0)] = sum;
}
