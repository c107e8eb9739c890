// Comments that keep clunroll quiet: at the end of a line, on a line of their own, for the whole file; and what is wrong
// with some of them.
//@ lint
//@ norun some compilers take no factor 0
//@ expect CLU114 CLU114 CLU115 CLU115 CLU101 CLU102

// clunroll: allow-file(factor-does-not-divide)

__kernel void suppressed(__global const int *in, __global int *out, int n)
{
    int id = get_global_id(0);
    int sum = 0;
    #pragma unroll 0 // clunroll: allow(CLU101): the vendor's compiler takes it for 1
    for (int i = 0; i < n; i++)
        sum += in[i];
    // clunroll: allow(full-unroll-without-trip-count, small-trip-count)
    #pragma unroll
    for (int i = 0; i < n; i++)
        sum += in[i] * i;
    #pragma unroll 4
    for (int i = 0; i < 10; i++)
        sum += i;
    out[id] = sum;
}

__kernel void of_no_use(__global const int *in, __global int *out, int n)
{
    int id = get_global_id(0);
    int sum = 0;
    #pragma unroll 0 // clunroll: allow(zero-facter)
    for (int i = 0; i < n; i++)
        sum += in[i];
    // clunroll: alow(CLU102)
    #pragma unroll
    for (int i = 0; i < n; i++)
        sum += in[i] * i;
    // clunroll: allow(CLU101)
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        sum -= in[i];
    out[id] = sum;
}
