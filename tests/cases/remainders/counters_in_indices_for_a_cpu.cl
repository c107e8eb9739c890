//@ option --target=cpu
//@ run sizes=0,1,3,4,5,9,16
// A loop whose variable is added to another int in an index counts it once for each copy, where its type holds what the
// counters begin with.
#define MIX(x) (hash = hash * 31 + (uint)(x))
#define AT(row, column) ((row) * width + (column))

__kernel void indices(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    const int width = 2, row = 1;
    const long wide = 1;
    int y_1 = 0;

    #pragma unroll 4
    for (int x = 0; x < n; x++) MIX(in[row * width + x]);
    #pragma unroll 3
    for (int x = 1; x <= n; x++) MIX(in[AT(row, x)]);
    #pragma unroll 2
    for (int x = n; x > 0; x--) MIX(in[row + x]);
    #pragma unroll 2
    for (int x = 16; x > n; x--) MIX(in[row + x]);
    #pragma unroll 4
    for (int x = 0; x < n; x += 3) MIX(in[x + row]);
    // A name that is taken.
    #pragma unroll 2
    for (int y = 0; y < n; y++) MIX(in[row + y] + y_1);
    // Left early, in each way.
    do {
        #pragma unroll 4
        for (int x = 0; x < n; x++) {
            if (in[row + x] == 7) break;
            if (in[row + x] & 1) continue;
            MIX(in[row + x]);
        }
    } while (0);
    #pragma unroll 2
    for (int x = 0; x < n; x++) {
        #pragma unroll 2
        for (int z = 0; z < n; z++) MIX(in[(x + z) & 15]);
    }
    #pragma unroll 10
    for (int x = 0; x < n; x++) MIX(in[row + x]);
    #pragma unroll 2
    for (int x = row; x < n; x++) MIX(in[row + x]);

    // None of them: an index of another type or of nothing else, other types of the variable, no room below the start.
    #pragma unroll 2
    for (int x = 0; x < n; x++) MIX(in[wide + x]);
    #pragma unroll 2
    for (int x = 0; x < n; x++) MIX(in[x + 1]);
    #pragma unroll 2
    for (uint x = 0; x < n; x++) MIX(in[row + x]);
    #pragma unroll 2
    for (long x = 0; x < n; x++) MIX(in[row + x]);
    #pragma unroll 2
    for (int x = -2147483647; x < n - 2147483647; x++) MIX(in[(row + x) & 15]);
    #pragma unroll 2
    for (int x = -2147483647 - 1; x < n - 2147483647 - 1; x++) MIX(in[(row + x) & 15]);
    #pragma unroll 2
    for (int x = 2147483647; x > 2147483647 - n; x--) MIX(in[(x - row + width) & 15]);
    #pragma unroll 2
    for (int x = 0; x < 7; x++) MIX(in[row + x]);
    out[get_global_id(0)] = hash;
}
