// A kernel wrapped in a C++ raw string, as some libraries keep theirs.

//@ raw

R"(

__kernel void wrapped(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum += in[i];
    #pragma unroll
    for (int i = 0; i < 3; i++) sum += in[i];
    out[get_global_id(0)] = sum;
}

)"
