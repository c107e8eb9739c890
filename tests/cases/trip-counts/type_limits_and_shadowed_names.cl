//@ option --checked
//@ run sizes=0,1,2,3,5,9
// Counters at the limits of their types, shadowed names, and side effects in odd places.
__kernel void limits(__global int *out, __global const int *a, int n)
{
    int gid = get_global_id(0);
    int s = 0;
    #pragma unroll 4
    for (uchar c = 250; c != (uchar)(250 + n); c++) s = s * 3 + c;
    #pragma unroll 4
    for (char c = 120; c < 125 && c > 0; c++) s += c * n;
    #pragma unroll 3
    for (uint u = 0xfffffff0u; u >= 0xfffffff0u - (uint)n; u--) s ^= (int)u;
    #pragma unroll 5
    for (long l = -n; l <= n; l += 2) s += (int)(l * l);
    #pragma unroll 4
    for (int n = 0; n < 7; n++) { int n2 = n; { int n = n2 + 1; s += n * 5; } s -= n; }
    #pragma unroll 4
    for (int i = 0, e = n; i < e; i++) { int i2 = i; { int i = a[i2]; s += i; } }
    #pragma unroll 4
    for (ushort h = 65530; h > 65530 - (ushort)n; h--) s += h;
    #pragma unroll 2
    for (int i = 0; i < (n > 4 ? 4 : n); s += a[i++]) ;
    #pragma unroll 2
    for (int i = n; i --> 0;) s = s * 7 + a[i];
    #pragma unroll
    for (int i = 0; i < 4; ++i) { int t[2] = { i, s }; s = t[i & 1] + (i, a[i]); }
    #pragma unroll 3
    for (size_t i = 0; i + 1 < (size_t)n; i++) s += a[i + 1] - a[i];
    #pragma unroll 3
    for (int i = 0; n - i > 0; i++) s += a[n - i];
    #pragma unroll 4
    for (int i = 2147483647 - 5; i > 2147483647 - 5 - n; i--) s += i & 3;
    #pragma unroll 4
    for (ulong l = 0xfffffffffffffff0ul; l < 0xfffffffffffffff0ul + (ulong)n; l++) s += (int)(l & 0xff);
    out[gid] = s;
}
