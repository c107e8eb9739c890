// Every loop that C has: while, do, for with any part missing; several variables, comma expressions, pointers, steps that
// only the run knows, geometric steps, compound conditions, tests with side effects.

//@ option --checked
//@ expect CLU102
//@ run sizes=0,1,2,3,4,5,8,9,17,63 global=4

#define MIX(x) (hash = hash * 31u + (uint)(x))

__kernel void while_and_do(__global const int *in, __global int *out, int n)
{
    uint hash = get_global_id(0);
    int i = 0;
    #pragma unroll 4
    while (i < n) MIX(in[i++]);
    #pragma unroll 3
    do {
        int value = in[i & 63];
        MIX(value + i);
    } while (i-- > 0);
    i = n;
    #pragma unroll 2
    while (i --> 2 && in[i & 63] != 9) {
        if (in[i] == 5) continue;
        MIX(i);
    }
    #pragma unroll 4
    do MIX(i); while (0);
    #pragma unroll 4
    do if (in[i & 63] == 3) i++; else i += 2; while (i < n);
    out[get_global_id(0)] = hash + i;
}

__kernel void without_parts(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i = 0, k = 3;
    #pragma unroll 4
    for (;;) { if (i >= n) break; MIX(in[i++]); }
    #pragma unroll 3
    for (; i > 0;) { i -= 2; MIX(i); }
    #pragma unroll 3
    for (i = 0; ; i++) { if (in[i & 63] > 13 || i > n) break; MIX(i); }
    #pragma unroll 4
    for (; i < n; i++) MIX(in[i]);
    #pragma unroll 4
    for (; k --> 0; ) MIX(k);
    #pragma unroll 2
    while (1) { if (++i > n + 5) break; if (i & 1) continue; MIX(i); }
    out[get_global_id(0)] = hash + i * 100 + k;
}

__kernel void several_variables(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int a = 0, b = 0;
    #pragma unroll 4
    for (int i = 0, j = 9; i < n; i++, j--) MIX(in[i] + j);
    #pragma unroll
    for (int i = 0, j = 9; i < 5; i++, j--) MIX(in[i] + j);
    #pragma unroll
    for (a = 0, b = n; a < 5; a++, b -= 3) MIX(a * 100 + b);
    MIX(a * 1000 + b);
    #pragma unroll 2
    for (a = 0, b = n; a < 5; b -= 3, a++) MIX(a * 100 + b);
    MIX(a * 1000 + b);
    #pragma unroll 4
    for (int i = 0, j = n; i < j; i++, j--) MIX(in[i] * in[j]);
    #pragma unroll 4
    for (a = b = 1; a < n; a++, MIX(b += a)) MIX(in[a]);
    #pragma unroll 3
    for (int i = (MIX(7), 0), j = i + 2; j < n; j += 2, ++i) MIX(in[i] + j);
    out[get_global_id(0)] = hash + a * 100 + b;
}

__kernel void pointers(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    __private int own[16];
    __global const int *end = in + n, *q;
    for (int i = 0; i < 16; i++) own[i] = i * i;
    #pragma unroll 4
    for (__global const int *p = in; p < end; p++) MIX(*p);
    #pragma unroll 4
    for (__global const int *p = in; p != end; ++p) { if (*p == 3) continue; MIX(*p); }
    #pragma unroll 3
    for (q = in; q < in + n; q += 2) { if (*q == 11) break; MIX(*q); }
    MIX(q - in);
    #pragma unroll 2
    for (q = end; q > in; q--) MIX(q[-1]);
    #pragma unroll 5
    for (int *p = own, k = 0; p < own + 16; p++, k++) MIX(*p + k);
    #pragma unroll 4
    for (int *p = &own[15]; p >= own + 2; p -= 3) MIX(*p);
    out[get_global_id(0)] = hash;
}

__kernel void steps(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int s = (n & 3) + 1;
    uint u = s;
    uchar narrow;
    #pragma unroll 4
    for (int i = 0; i < n; i += s) MIX(in[i]);
    #pragma unroll 4
    for (int i = n; i >= 0; i -= s) MIX(in[i & 63]);
    #pragma unroll 3
    for (uint i = 1; i <= n; i = i + u) MIX(in[i & 63]);
    #pragma unroll 3
    for (narrow = 0; narrow < n; narrow += s) { if (narrow > 200) break; MIX(narrow); }
    MIX(narrow);
    #pragma unroll 2
    for (size_t i = 0; i < n; i += get_global_size(0)) MIX(in[i]);
    #pragma unroll 4
    for (long i = n; i > -40; i -= u) MIX(i);
    #pragma unroll 4
    for (int i = 0; i < n; i += in[i] + 1) MIX(i);
    out[get_global_id(0)] = hash;
}

__kernel void geometric(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int kept;
    #pragma unroll
    for (int d = 128; d > 0; d >>= 1) MIX(d);
    #pragma unroll
    for (uchar c = 1; c != 0; c <<= 1) MIX(c);
    #pragma unroll
    for (int i = 1; i < 100; i *= 3) MIX(i);
    #pragma unroll
    for (int i = 1; i < 100; i += i) MIX(i);
    #pragma unroll 3
    for (kept = 1000; kept; kept /= 10) MIX(kept);
    #pragma unroll
    for (kept = 1000; kept > 0; kept = kept / 10) MIX(kept);
    MIX(kept);
    #pragma unroll 2
    for (int d = 64; d > 0; d >>= 1) { if (d == n) continue; MIX(d); }
    #pragma unroll 3
    for (int i = 1; i < n; i <<= 1) MIX(i);
    #pragma unroll
    for (short i = -100; i < -1; i /= 2) MIX(i);
    #pragma unroll
    for (int i = 1, j = 0; i <= 16; i = 2 * i, j++) MIX(i + j);
    out[get_global_id(0)] = hash;
}

__kernel void conditions(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int ok = 5;
    #pragma unroll 4
    for (int i = 0; i < n && ok; i++) { MIX(in[i]); if (in[i] == 7) ok--; }
    #pragma unroll 4
    for (int i = 0; (MIX(i), i < n) || ok --> 0; i++) MIX(in[i & 63]);
    #pragma unroll 4
    for (float x = 0.0f; x < (float)n; x += 0.75f) MIX(x * 4.0f);
    #pragma unroll 2
    for (bool more = n > 3; more; more = false) MIX(more);
    if (n & 1)
        #pragma unroll 2
        while (ok < 3) ok++;
    else
        #pragma unroll 2
        do ok++; while (ok < 5);
    out[get_global_id(0)] = hash + ok;
}

// Pointers between elements of one object: the trips are known.
__kernel void elements(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int own[8];
    __global const int *q;
    for (int i = 0; i < 8; i++) own[i] = i * n;
    #pragma unroll
    for (int *p = own; p < own + 3; p++) MIX(*p);
    #pragma unroll
    for (q = in + 3; q < &in[7]; ++q) { if (*q == n) break; MIX(*q); }
    MIX(q - in);
    #pragma unroll
    for (q = in + 9; q != 3 + in; q -= 2) MIX(*q);
    MIX(q - in);
    #pragma unroll 2
    for (q = in + 9; q > 1 + in; q--) MIX(*q);
    #pragma unroll 4
    for (int *p = &own[6], k = n; p >= own + 1; p -= 2, k++) MIX(*p + k);
    #pragma unroll
    for (__global const char *c = (__global const char *)in; c < (__global const char *)(in + 2); c++) MIX(*c);
    out[get_global_id(0)] = hash;
}
