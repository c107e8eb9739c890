// Remainders as nested tests and as a jump, per loop, and where there is no proof that nothing wraps.

//@ run sizes=0,1,2,3,4,5,6,7,8,9,63,-1,-3 global=4

__kernel void nested(__global const int *in, __global int *out, int n)
{
    uint hash = get_global_id(0);
    #pragma clunroll remainder(nested)
    #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i & 63] + i;
    out[get_global_id(0)] = hash;
}

__kernel void jump(__global const int *in, __global int *out, int n)
{
    uint hash = get_global_id(0);
    #pragma unroll 4
    #pragma clunroll remainder(switch)
    for (int i = 0; i < n; i++) {
        int value = in[i & 63];
        hash = hash * 31 + value + i;
    }
    out[get_global_id(0)] = hash;
}

__kernel void downwards(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int last;
    #pragma clunroll remainder(nested)
    #pragma unroll 3
    for (int i = n; i > 2; --i) hash = hash * 31 + in[i & 63] + i;
    #pragma clunroll remainder(switch)
    #pragma unroll 3
    for (int i = n; i > -2; --i) hash = hash * 31 + in[i & 63] + i;
    #pragma clunroll remainder(switch)
    #pragma unroll 3
    for (last = n; last > 0; last--) hash = hash * 31 + in[last & 63];
    out[get_global_id(0)] = hash + last;
}

__kernel void exits(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i;
    #pragma clunroll remainder(nested)
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (in[i & 63] == 3) continue;
        if (i == 61) break;
        hash = hash * 31 + i;
    }
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (in[i & 63] == 3) continue;
        if (i == 61) break;
        hash = hash * 31 + i;
    }
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (i = 0; i < n; i++) {
        if (i == 5) break;
        switch (in[i]) { case 3: hash++; break; default: hash *= 3; }
    }
    #pragma clunroll remainder(nested)
    #pragma unroll 4
    for (i = i + 1; i < n; i++) {
        if (i == 62) break;
        hash = hash * 31 + i;
    }
    out[get_global_id(0)] = hash + i;
}

__kernel void meeting(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    uint m = n & 63;
    #pragma clunroll remainder(nested)
    #pragma unroll 4
    for (uint i = 0; i != m; i++) hash = hash * 31 + in[i];
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (uint i = 1; m + 1 != i; i++) hash = hash * 31 + in[i];
    #pragma clunroll remainder(switch)
    #pragma unroll 2
    for (uint i = 0, j = 9; i < m; i++, j--) hash = hash * 31 + in[i] + j;
    out[get_global_id(0)] = hash;
}

__kernel void without_proof(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int m = n < 0 ? 7 : n;
    #pragma clunroll remainder(nested)
    #pragma unroll 4
    for (int i = 0; i < m; i += 3) hash = hash * 31 + in[i];
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (uint i = 0; i <= m; i++) hash = hash * 31 + in[i];
    #pragma clunroll remainder(nested)
    #pragma unroll 4
    for (uchar i = 0; i < m; i++) hash = hash * 31 + in[i];
    #pragma clunroll remainder(switch)
    #pragma unroll 4
    for (__global const int *p = in; p < in + m; p++) hash = hash * 31 + *p;
    out[get_global_id(0)] = hash;
}

__kernel void exact(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    const int m = (n & 15) * 4;
    #pragma clunroll exact
    #pragma unroll 4
    for (int i = 0; i < m; i++) hash = hash * 31 + in[i];
    #pragma unroll 4
    #pragma clunroll exact
    for (int i = m - 1; 0 <= i; i--) { if (in[i] == 3) continue; hash = hash * 31 + in[i]; }
    int k = 0;
    #pragma clunroll exact
    #pragma unroll 2
    while (k < m) hash = hash * 31 + in[k++];
    #pragma clunroll exact remainder(nested)
    #pragma unroll 4
    for (int i = 0, j = m; i < m; i++, j--) { if (in[i] == 15) break; hash = hash * 31 + in[i] + j; }
    out[get_global_id(0)] = hash + k;
}
