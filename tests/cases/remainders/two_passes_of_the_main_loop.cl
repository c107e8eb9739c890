// Two passes of a main loop: written out where the loop stands alone, a loop up to an end that it meets in another loop, or
// where one is in it; upwards, downwards, at the limits of types, with jumps.

//@ run sizes=0,1,5,9 global=8 local=4

__kernel void passes(__global const int *in, __global int *out, int n)
{
    __local int tile[8];
    const int id = get_local_id(0);
    uint hash = n;

    #pragma unroll 4
    for (int i = 0; i < 8; i++) hash = hash * 31 + in[i & 3];
    #pragma unroll 4
    for (int i = 8; i >= 1; --i) hash = hash * 31 + i;

    for (int start = 0; start < n; start += 4) {
        tile[id] = in[(start + id) & 7];
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll 2
        for (int k = 0; k < 4; k++) hash = hash * 31 + tile[k];
        #pragma unroll 2
        for (char c = 127; c > 123; c--) hash = hash * 31 + c;
        #pragma unroll 2
        for (int i = -2147483647; i < -2147483643; i++) hash = hash * 31 + i;
        #pragma unroll 2
        for (uint u = 4294967295u; u > 4294967290u; u--) hash = hash * 31 + u;
        #pragma unroll 2
        for (short s = -3; s <= 9; s += 3) {
            if (s == n) break;
            if ((s & 1) == (n & 1)) continue;
            hash = hash * 31 + s;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    int i;
    do {
        #pragma unroll 3
        for (i = 3; i < 15; i += 2) {
            if (i == n) break;
            hash = hash * 31 + i;
        }
        hash = hash * 31 + i;
    } while (0);

    #pragma unroll 2
    for (int row = 0; row < 4; row++) {
        #pragma unroll 2
        for (int column = 0; column < 4; column++) hash = hash * 31 + row * column;
    }
    out[get_global_id(0)] = hash;
}
