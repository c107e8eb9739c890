// A bound of the host within a few steps of the largest value of the type. A bound that the variable cannot reach stops the build.

//@ noplain without N there is no bound
//@ build -DN=2147483647
//@ build -DN=2147483645
//@ build -DN=2147483646u
//@ build -DN=4294967295u
//@ build -DN=4294967295
//@ build -DN=3000000000
//@ skip -UN without N there is no bound

__kernel void from_near_it(__global int *out)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 2147483638; i < N; i++) {
        hash = hash * 31 + i;
        if (i == 2147483647) break;
    }
    out[get_global_id(0)] = hash;
}

__kernel void step_of_three(__global int *out)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 2147483000; i < N; i += 3) {
        hash = hash * 31 + i;
        if (i > 2147483643) break;
    }
    out[get_global_id(0)] = hash;
}
