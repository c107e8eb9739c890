// Nests of three and four loops: the copies meet in the innermost one, and each level keeps what is beside its inner loop.

//@ run sizes=0,1,2,3,5

__kernel void filter(__global const int *restrict in, __constant int *weights, __global int *restrict out, int n)
{
    const int item = get_global_id(0);
    #pragma unroll_and_jam 2
    for (int x = 0; x < 5; x++) {
        int sum = 0;
        for (int r = 0; r < n; r++) {
            const int row = r * 16 + x + item;
            int partial = r;
            for (int c = 0; c < n; c++)
                partial = partial * 3 + in[row + c] * weights[r * n + c];
            sum ^= partial;
        }
        out[item * 8 + x] = sum;
    }
}

__kernel void four(__global const int *restrict in, __global int *restrict out, int n)
{
    const int item = get_global_id(0);
    #pragma unroll_and_jam 4
    for (int w = 0; w < 4; w++) {
        int hash = w;
        for (int x = 0; x < 2; x++)
            for (int y = 0; y < n; y++) {
                hash += y;
                for (int z = 0; z <= y; z++)
                    hash = hash * 5 + in[w + x * 2 + y * 3 + z];
                hash ^= x;
            }
        out[item * 4 + w] = hash;
    }
}
