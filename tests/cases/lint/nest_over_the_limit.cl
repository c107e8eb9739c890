// Nests with more copies than the limit allows: the note names the loop that still fits.
//@ lint
//@ norun a compiler takes minutes for thousands of copies

// The two inner loops alone do not fit, the innermost does.
__kernel void nest(__global int *out, __global const int *a)
{
    int sum = 0;
    #pragma unroll
    for (int x = 0; x < 32; x++)
        #pragma unroll
        for (int y = 0; y < 128; y++)
            #pragma unroll
            for (int z = 0; z < 512; z++)
                sum += a[x + y + z];
    out[get_global_id(0)] = sum;
}

// The two inner loops fit, and not once for each iteration of the outer one.
__kernel void last_straw(__global int *out, __global const int *a)
{
    int sum = 0;
    #pragma unroll
    for (int x = 0; x < 64; x++)
        #pragma unroll
        for (int y = 0; y < 32; y++) {
            #pragma unroll 2
            for (int z = 0; z < 4; z++)
                sum += a[x + y + z];
            #pragma unroll
            for (int z = 0; z < 16; z++)
                sum += a[x + y + z];
        }
    out[get_global_id(0)] = sum;
}
