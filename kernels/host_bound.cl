// A bound that the host may set: `-DN=5` replaces the default. The number of copies that clunroll writes follows the
// default, but what they compute must be right for every N that the final compile is told, a run-time value or one
// of another type among them.
//
// Idea: the tunable kernels of BLAS and of neural-network libraries, whose sizes come from the host's build options.

//@ run sizes=0,1,5,24 global=8 local=4
//@ except intelocl:sum_of_rows Intel adds its floats in another order where a pragma asks for less unrolling, as written too
//@ build -DN=5
//@ build -DN=16
//@ build -DN=40
//@ build -DN=0
//@ build -DN=-3
//@ build -DN=n+16
//@ build -DN=(uint)16
//@ build -DN=sizeof(float4)
//@ build -DN=(n?n:3)
//@ build -DN=n>2
//@ build -DN=16.5f
//@ build -DN=+
//@ build -DWIDTH=3
//@ build -DN=7 -DWIDTH=n

#ifndef N
#define N 16
#endif

#ifndef WIDTH
#define WIDTH 4
#endif

__kernel void sum(__global const float *in, __global float *out, int n)
{
    size_t id = get_global_id(0);
    float total = (float)n;
    #pragma unroll
    for (int i = 0; i < N; i++)
        total += in[id * 64 + i];
    out[id] = total;
}

// A nest of two such bounds, and a body that uses the bound itself.
__kernel void sum_of_rows(__global const float *in, __global float *out, int n)
{
    size_t id = get_global_id(0);
    float total = (float)n;
    #pragma unroll
    for (int row = 0; row < N; row++) {
        float line = 0.0f;
        #pragma unroll
        for (int column = 0; column < WIDTH; column++)
            line += in[id * 4 + row * WIDTH + column];
        total += line - (float)(WIDTH + N * 100 + 1000);
    }
    out[id] = total;
}

// A factor is a hint: it never needs a check.
#ifndef FACTOR
#define FACTOR 4
#endif

__kernel void sum_by_factor(__global const float *in, __global float *out, int n)
{
    size_t id = get_global_id(0);
    float total = 0.0f;
    #pragma unroll FACTOR
    for (int i = 0; i < n; i++)
        total += in[id + i];
    out[id] = total;
}
