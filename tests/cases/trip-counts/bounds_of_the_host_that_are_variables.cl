// The host may name a variable as the bound, and the body changes it: the assertion stops that build.

//@ noplain without N there is no bound
//@ build -DN=5
//@ build -DN=n+4
//@ build -DN=-3
//@ build -DN=4.5f
//@ skip -UN without N there is no bound

// The body changes `n`, which the host may name.
__kernel void a_variable_that_changes(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < N; i++) {
        n ^= 1;
        hash = hash * 31 + i + n;
    }
    out[get_global_id(0)] = hash;
}
