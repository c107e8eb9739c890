// A variable from outside the loop is a constant in each copy where nothing else sees it, and is assigned otherwise.

//@ run sizes=0,1,2,3,4,5,8,9 global=4
//@ build -DA

#define MIX(x) (hash = hash * 31u + (uint)(x))
#define BUMP(x) ((x)++)
#define HIDDEN(x) (*&(x))

typedef ushort Index;

int twice(int value) { return 2 * value; }
void set(int *value) { *value += 1; }

__kernel void only_read(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i;
    #pragma unroll
    for (i = 0; i < 4; i++) MIX(in[i]);
    MIX(i);
    #pragma unroll 4
    for (i = 0; i < 18; i++) MIX(in[i & 7] + i);
    MIX(i);
    #pragma unroll 4
    for (i = 20; i > 0; i -= 2) { int value = in[i & 7]; MIX(value * i); }
    MIX(i);
    Index j, k = 3;
    #pragma unroll
    for (j = 65530; j < 65535; j++) MIX(j);
    MIX(j);
    #pragma unroll
    for (k = 0; k < 3; k++) { int k = 7; MIX(k); }
    MIX(k);
    unsigned long wide = 0;
    #pragma unroll
    for (wide = 0; wide < 3; wide++) MIX(wide + sizeof(wide));
    MIX(wide);
    #pragma unroll
    for (n = 0; n < 3; n++) MIX(n);
    MIX(n);
    #pragma unroll
    for (i = 0; i < 3; i++)
        #pragma unroll
        for (int m = 0; m < i; m++) MIX(m * i);
    MIX(i);
    #pragma unroll
    for (i = 0; i < 3; i++) hash++;
    MIX(i);
    #pragma unroll
    for (i = 0; i < 3; i++) { if (in[i] & 1) continue; MIX(i); }
    MIX(i);
    if (hash & 1)
        #pragma unroll
        for (i = 0; i < 2; i++) MIX(twice(i));
    MIX(i);
    { ushort Index = 2; int i = 5; 
      #pragma unroll
      for (j = 0; j < 3; j++) MIX(j + Index + i);
      #pragma unroll
      for (i = 0; i < 3; i++) MIX(i);
      MIX(i);
    }
    MIX(i + j);
    for (i = 0; i < n; i++) {
        #pragma unroll
        for (j = 0; j < 2; j++) MIX(i + j);
    }
    out[get_global_id(0)] = hash;
}

__kernel void seen_elsewhere(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i, *p = &i, j, k, m, v;
    #pragma unroll
    for (i = 0; i < 3; i++) MIX(*p);
    MIX(i);
    #pragma unroll
    for (j = 0; j < 3; j++) MIX(j);
    set(&j);
    MIX(j);
    #pragma unroll
    for (k = 0; k < 3; k++) MIX(HIDDEN(k));
    MIX(k);
    #pragma unroll
    for (m = 0; m < 6; m++) { MIX(m); if (in[m] == n) BUMP(m); }
    MIX(m);
    volatile int held;
    #pragma unroll
    for (held = 0; held < 3; held++) MIX(held);
    MIX(held);
    #pragma unroll
    for (v = 0; v < 3; v++) MIX(v * sizeof(__typeof__(v)));
    MIX(v);
#ifdef A
    long later = 1;
#else
    char later = 1;
#endif
    #pragma unroll
    for (later = 0; later < 3; later++) MIX(later + sizeof(later));
    MIX(later);
    out[get_global_id(0)] = hash;
}

__kernel void left_early(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    int i, j = 0;
    #pragma unroll
    for (i = 0; i < 4; i++) if (in[i] == n) break; else MIX(i);
    MIX(i);
    #pragma unroll 2
    for (i = 0; i < 9; i++) { if (in[i] == n) break; MIX(i); }
    MIX(i);
    #pragma unroll
    for (i = 0; i < 4; i++) { if (in[i] > n) continue; if (in[i] == n) break; MIX(i); }
    MIX(i);
    #pragma unroll
    for (i = 0; i < 4; i++) if (in[i] == n) goto out_of_it;
    MIX(i);
out_of_it:
    MIX(i);
    #pragma unroll
    for (i = 0; i < 4; i++) { again: MIX(i + j); if (j++ < 3) goto again; }
    MIX(i);
    #pragma unroll
    for (i = 0; i < 4; i++) if (in[i] == n) { out[get_global_id(0)] = hash + i; return; }
    MIX(i);
    #pragma unroll
    for (i = 0, j = 9; i < 4; i++, j--) MIX(i * j);
    MIX(i + j);
    switch (n & 3) {
    case 0:
        i = 5;
        #pragma unroll
        for (i = 0; i < 2; i++) MIX(i);
    case 1:
        MIX(i);
    }
    out[get_global_id(0)] = hash + i;
}
