//@ run sizes=0,1,2,3,4,5,6,7,8,9,15,31,-1,-3 global=4
// One version of a nest for each number of iterations that may remain, around the outermost loop in which that number stays the same.
#define MIX(x) (hash = hash * 31 + (uint)(x))
#define WIDTH(n) ((n) & 31)

__kernel void convolution(__global const int *in, __constant int *filter, __global int *out, int width)
{
    int sum = 0;
    for (int r = 0; r < width; r++) {
        const int row = r * width;
        #pragma clunroll remainder(versions)
        #pragma unroll 4
        for (int c = 0; c < width; c++)
            sum += filter[row + c] * in[r + c];
    }
    out[get_global_id(0)] = sum;
}

// Every comparison, both directions, other types of the variable and of the bound, a start that is a variable.
__kernel void headers(__global const int *in, __global int *out, int n, uint u, long w, uchar small)
{
    uint hash = 1;
    int last;
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 3
        for (int i = n; i > 2; --i) MIX(i + in[i & 63]);
    }
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = -3; i <= n; i++) MIX(i + r);
    }
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 5
        for (int i = n; i >= -5; i--) MIX(i + r);
    }
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 3
        for (uint i = small & 7; i != (u & 15) + 16u; i++) MIX(i + r);
    }
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 3
        for (ulong i = (ulong)n; i != (ulong)n - 7; i--) { MIX(i + r); if (i < 5 || r > 1) break; }
    }
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 7
        for (long i = n; i < w + 20; i++) MIX(i + r);
    }
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 3
        for (int i = small; i < WIDTH(n); i++) MIX(i + r);
    }
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 3
        for (char i = (char)n; i < small; i++) { MIX(i + r); if (i > 100) break; }
    }
    // The variable lives on; another one steps beside it.
    for (int r = 0; r < 3; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 4
        for (last = 1; last < n; last++) MIX(in[last & 63]);
        MIX(last);
        #pragma unroll 1
        for (int k = 0; k < 1; k++) MIX(k);
    }
    for (int r = 0; r < 3; r++) {
        int other = r;
        #pragma clunroll remainder(versions)
        #pragma unroll 3
        for (int i = 0; i < n; i++, other += 2) MIX(other);
        MIX(other);
    }
    out[get_global_id(0)] = hash + last;
}

// Every way out, of the loop and of those around it.
__kernel void exits(__global const int *in, __global int *out, int n)
{
    uint hash = get_global_id(0);
    int last = 0;
    for (int r = 0; r < 4; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 3
        for (int i = 0; i < n; i++) {
            if (in[(i + r) & 63] == 3) continue;
            if (in[(i * r) & 63] == 5) break;
            MIX(i);
        }
        if (in[r] == 2) continue;
        if (in[r] == 7) break;
        MIX(r);
    }
    for (int r = 0; r < 4; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 4
        for (last = 0; last < n; last++) {
            if (in[(last + r) & 63] == 11) break;
            if (in[(last + r) & 63] & 1) continue;
            MIX(last);
        }
        MIX(last);
    }
    for (int r = 0; r < 4; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) {
            switch (in[i & 63]) { case 3: MIX(1); break; case 4: continue; default: MIX(i); }
            if (i == 13 + r) { out[get_global_id(0)] = hash; return; }
        }
    }
    out[get_global_id(0)] = hash + last;
}

// Deep nests, other loops around, and what may be before the nest.
__kernel void places(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int left = 3;
    for (int p = 0; p < 2; p++)
        for (int q = 0; q <= p; q++)
            for (int r = 0; r < q + 2; r++)
                #pragma clunroll remainder(versions)
                #pragma unroll 3
                for (int i = 0; i < n; i++) MIX(i * p + q - r);
    if (n > 4)
        for (int r = 0; r < 2; r++)
            #pragma clunroll remainder(versions)
            #pragma unroll 2
            for (int i = 1; i < n; i++)
                if (i & 1) MIX(i); else MIX(r);
    else
        MIX(n);
    while (left > 0) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i);
        left--;
    }
    do {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i + left);
    } while (left-- > 0);
    switch (n & 3) {
        case 1:
            MIX(1);
        case 2:
            for (int r = 0; r < 2; r++) {
                #pragma clunroll remainder(versions)
                #pragma unroll 2
                for (int i = 0; i < n; i++) MIX(i);
            }
            break;
        default:
            for (int r = 0; r < 2; r++)
                #pragma clunroll remainder(versions)
                #pragma unroll 2
                for (int i = 0; i < n; i++) { int n = i * r; MIX(n); }
    }
    #pragma ivdep
    for (int r = 0; r < 2; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) MIX(i + r);
    }
    // No loop around, and a variable that the loop does not initialise.
    int i = left;
    #pragma clunroll remainder(versions)
    #pragma unroll 3
    while (i < n) { MIX(in[i & 63]); i++; }
    {
        #pragma clunroll remainder(versions)
        #pragma unroll 3
        for (int j = i; j < n * 2 + 1; j++) { int n = j; MIX(n); }
    }
    out[get_global_id(0)] = hash + i;
}

// A request in the loop, and one around it.
__kernel void nested_requests(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    for (int r = 0; r < 2; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = 0; i < n; i++) {
            #pragma unroll
            for (int k = 0; k < 3; k++) MIX(in[(i + k) & 63]);
        }
    }
    #pragma unroll 2
    for (int r = 0; r < n; r++) {
        for (int q = 0; q < 2; q++) {
            #pragma clunroll remainder(versions)
            #pragma unroll 2
            for (int i = r; i < n; i++) MIX(i + q);
        }
    }
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (int r = 0; r < n; r++) {
        #pragma clunroll remainder(versions)
        #pragma unroll 2
        for (int i = r; i < n; i++) MIX(i);
    }
    out[get_global_id(0)] = hash;
}
