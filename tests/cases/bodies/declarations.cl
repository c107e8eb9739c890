// Declarations in bodies: initialised, arrays, structs, `const`, and what cannot be written twice.

//@ run sizes=0,1,2,3,4,5,9

__kernel void ordinary(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        const int twice = 2 * i;
        int window[3] = { in[i], in[i + 1], twice };
        struct Pair { int a, b; } pair = { window[0], window[2] };
        enum { STEPS = 2 };
        typedef int number;
        number sum = 0;
        for (int k = 0; k < STEPS; k++) sum += window[k];
        hash = hash * 31 + sum + pair.b;
    }
    out[get_global_id(0)] = hash;
}

__kernel void a_label_for_a_declaration(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        int value = in[i], value_2 = value * 2, *p = &value;
        *p += 1;
        hash = hash * 31 + value + value_2;
    }
    out[get_global_id(0)] = hash;
}
