// Statements that may stand in one place only, such as pragmas at the start of a block and labels that lead into a body.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,6,7,8,9,17 global=4

#define MIX(x) (hash = hash * 31u + (uint)(x))

typedef enum { NONE, ONE, TWO, MANY } Kind;
typedef int T;

__kernel void pragmas(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    float sum = 0.5f;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        #pragma STDC FP_CONTRACT OFF
        sum = sum * 1.25f + i;
        MIX(sum);
    }
    #pragma unroll
    for (int i = 0; i < 3; i++)
    {   // the first of a block
        #pragma STDC FP_CONTRACT OFF
        float part = sum * i + 0.25f;
        sum += part;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        #pragma unroll 1
        for (int j = 0; j < i; j++) {
            #pragma STDC FP_CONTRACT OFF
            sum = sum * 0.5f + j;
        }
        MIX(sum);
    }
    MIX(sum * 64);
    out[get_global_id(0)] = hash;
}

__kernel void led_into(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i = 1;
    switch (n & 3) {
    default:
        #pragma unroll 4
        for (i = 0; i < n; i++) {
    case 1:
            MIX(i);
    case 2:
            hash++;
        }
    }
    int left = n;
    if (n & 1) goto inside;
    #pragma unroll 2
    for (i = 0; i < n; i++) {
        MIX(i + left);
inside:
        if (left-- < 0) break;
    }
    #pragma unroll 4
    for (i = 0; i < n; i++)
        switch (i & 3) {
        case 0: MIX(7); continue;
        case 1: { MIX(8); break; }
        case 2: if (n > 5) { default: MIX(9); }
        }
    out[get_global_id(0)] = hash + i;
}

__kernel void expressions(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        MIX(({ int twice = 2 * i; if (twice == 6) continue; twice; }));
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        if (({ if (i == 5) break; i & 1; })) MIX(i); else MIX(3 * i);
    #pragma unroll 4
    for (int i = 0; ({ hash++; i < n; }); i++)
        MIX(i);
    #pragma unroll 4
    for (int i = 0; hash += 3, i < n; hash += 5, i++)
        MIX(i);
    #pragma unroll
    for (int i = 0; i < 5 && i != n; MIX(i), i++)
        ;
    out[get_global_id(0)] = hash;
}

struct Pair { int first; int second; };

__kernel void parts(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int2 v = (int2)(0, 0);
    struct Pair pair = { 0, 0 };
    int a[2] = { 0, 0 };
    int value = 0, *p = &value;
    #pragma unroll 4
    for (v.x = 0; v.x < n; v.x++) MIX(v.x + v.y);
    #pragma unroll 4
    for (pair.first = 0; pair.first < n; pair.first++) { MIX(pair.first); pair.second++; }
    #pragma unroll 4
    for (a[1] = 0; a[1] < n; a[1]++) { MIX(a[1]); a[a[1] & 1]++; }
    #pragma unroll 4
    for (*p = 0; *p < n; ++*p) { MIX(value); value++; }
    #pragma unroll
    for (v.y = 0; v.y < 4; v.y++) v = v.yx + (int2)(0, 2);
    out[get_global_id(0)] = hash + v.x + pair.first + a[1] + value;
}

__kernel void small_types(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (bool b = false; !b; b = true) MIX(b);
    #pragma unroll 2
    for (bool b = 0; b < 1; b++) MIX(b);
    #pragma unroll
    for (Kind kind = NONE; kind < MANY; kind++) MIX(kind);
    #pragma unroll 2
    for (Kind kind = NONE; kind <= TWO; kind += ONE) { MIX(kind); if (n == 2) kind = TWO; }
    #pragma unroll 4
    for (uchar i = 250; i > 240; i -= 3) MIX(i);
    #pragma unroll 4
    for (uchar i = 250; i >= 250; i++) MIX(i);
    #pragma unroll 2
    for (short i = 32766; i > 0; i += 1) { MIX(i); if (hash % 7 == 0) break; }
    #pragma unroll 4
    for (char i = 'a'; i < 'a' + n; i++) MIX(i);
    out[get_global_id(0)] = hash;
}

__kernel void names_of_types(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (T T = 0; T < n; T++) MIX(T);
    #pragma unroll 2
    for (int i = 0; i < n; i++) { T T = i; MIX(T * 3); { typedef uchar T; T t = 255; t += i; MIX(t); } }
    #pragma unroll
    for (int i = 0; i < 3; i++) { typedef ushort U; U n = 65535; n += i; MIX(n); }
    #pragma unroll 2
    for (int i = 0; i < n; i++) { enum { FIRST = 4, SECOND }; struct Pair { char c; } pair; pair.c = (char)(i * 64); MIX(pair.c + SECOND); }
    #pragma unroll 2
    for (int Pair = 0; Pair < n; Pair++) { struct Pair p = { Pair, 2 }; MIX(p.first * p.second); }
    out[get_global_id(0)] = hash;
}

__kernel void steps(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i += i ? 1 : 2) MIX(i);
    #pragma unroll 4
    for (int i = n; i; i >>= 1) MIX(i);
    #pragma unroll 4
    for (int i = 1; i < n; i <<= 1) MIX(i);
    #pragma unroll 4
    for (int i = n; i --> 0;) MIX(i);
    #pragma unroll 4
    for (uint i = n; i-- > 0;) { MIX(i); if (i == 2) i--; }
    #pragma unroll 4
    for (int i = 0; i < n; i = i + 1 + (i == 2)) MIX(i);
    #pragma unroll 4
    for (int i = 0; i < n; i -= -2) MIX(i);
    #pragma unroll 4
    for (int i = 0; -i > -n; i++) MIX(i);
    #pragma unroll 4
    for (int i = 0; !(i >= n); i++) MIX(i);
    #pragma unroll 4
    for (int i = 0; (i - n) < 0; i++) MIX(i);
    #pragma unroll 4
    for (int i = 0; i * i < n; i++) MIX(i);
    #pragma unroll 4
    for (long i = 0; i < (n & 7); i++) { MIX(i); if (i == 3) n--; }
    out[get_global_id(0)] = hash + n;
}
