// A tile whose macros, declarations and qualifiers conditions choose. Elements in arguments of macros are replaced there.

//@ build
//@ build -DUSE_MAD=1
//@ build -DCOMPLEX=1
//@ build -DCOMPLEX=1 -DUSE_MAD=1 -DUSE_INLINE
//@ build -DKIND=1
//@ build -DKIND=1 -DHALVES
//@ build -DKIND=2
//@ run sizes=1,3

#ifndef COMPLEX
#define COMPLEX 0
#endif
#ifndef USE_MAD
#define USE_MAD 0
#endif
#ifndef KIND
#define KIND 0
#endif
#ifndef LOCAL_PTR
#define LOCAL_PTR __local
#endif
#ifdef USE_INLINE
#define INLINE_FUNC static inline
#else
#define INLINE_FUNC static
#endif

#if COMPLEX == 1
typedef float2 real;
#define SET_TO_ZERO(a) a.x = 0.0f; a.y = 0.0f
#define MUL_ADD(c, a, b) c.x += a.x * b.x - a.y * b.y; c.y += a.x * b.y + a.y * b.x
#define VALUE(a) ((int)(a.x - a.y))
#else
typedef float real;
#define SET_TO_ZERO(a) a = 0.0f
#if USE_MAD == 1
#define MUL_ADD(c, a, b) c = mad(a, b, c)
#else
#define MUL_ADD(c, a, b) c += a * b
#endif
#define VALUE(a) ((int)a)
#endif

INLINE_FUNC real load(LOCAL_PTR int *shared, int at)
{
    return (real)(float)shared[at];
}

__kernel void tile(__global const int *in, __global int *out, LOCAL_PTR int *shared)
{
    #pragma promote_to_registers
    real left[2];
    #pragma promote_to_registers
    real right[2];
    #pragma promote_to_registers
    real sums[2 * 2];
    if (get_local_id(0) == 0)
        for (int i = 0; i < 4; i++) shared[i] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (int i = 0; i < 4; i++) { SET_TO_ZERO(sums[i]); }
    for (int k = 0; k < 2; k++) {
        #pragma unroll
        for (int m = 0; m < 2; m++) {
            left[m] = load(shared, k + m);
            right[m] = load(shared, 3 - m);
        }
        #pragma unroll
        for (int r = 0; r < 2; r++) {
            #pragma unroll
            for (int c = 0; c < 2; c++) { MUL_ADD(sums[r * 2 + c], left[r], right[c]); }
        }
    }
    out[get_global_id(0)] = VALUE(sums[0]) + 3 * VALUE(sums[1]) + 5 * VALUE(sums[2]) + 7 * VALUE(sums[3]);
}

// Conditions choose the declaration, and each use belongs to one of them.
__kernel void declared_in_branches(__global const int *in, __global int *out, int n)
{
#if KIND == 0
    #pragma promote_to_registers
    int part[2];
#elif KIND == 1
  #ifdef HALVES
    #pragma promote_to_registers
    short part[4];
  #else
    #pragma promote_to_registers
    int part[4];
  #endif
#else
    int part = n;
#endif
#if KIND == 0
    part[0] = in[0];
    part[1] = n;
    out[get_global_id(0)] = part[0] - part[1];
#elif KIND == 1
    #pragma unroll
    for (int i = 0; i < 4; i++) part[i] = (short)(in[i] & 7);
    out[get_global_id(0)] = part[0] + 2 * part[1] + 3 * part[2] + 5 * part[3];
#else
    out[get_global_id(0)] = part;
#endif
}

// Left: in one configuration, an element's address is taken, or another variable hides the array.
#if KIND == 1
#define PICK(a) (*(&(a)))
#define STORE(a, x) { int other[2]; other[1] = x; a = other[1]; }
#define SHOW(a) { int shown[2] = { 1, 2 }; out[1] = a; }
#else
#define PICK(a) (a)
#define STORE(a, x) a = x
#define SHOW(a) out[1] = a
#endif
#define QUOTE(a) ((int)sizeof(#a) + a)

__kernel void left_in_one(__global const int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    int picked[2] = { n, 1 };
    #pragma promote_to_registers
    int stored[2] = { n, 2 };
    #pragma promote_to_registers
    int shown[2] = { n, 3 };
    #pragma promote_to_registers
    int quoted[2] = { n, 4 };
    STORE(stored[1], in[0]);
    if (get_global_id(0) == 0 && get_global_size(0) > 1) { SHOW(shown[0]); }
    int value = stored[1] + QUOTE(quoted[0]) + quoted[1];
    if (get_global_id(0) != 1)
        out[get_global_id(0)] = PICK(picked[0]) + value + PICK(picked[1]);
}

// The same argument comes out of a macro with several meanings, or is cut in two.
#define TWICE(x) { { const int i = 0; x; } { const int i = 1; x; } }
#define JOIN(a, b) a 0 b
#define BOTH(x) ((x) + (x))

__kernel void arguments(__global const int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    int twice[2];
    #pragma promote_to_registers
    int joined[2];
    #pragma promote_to_registers
    int both[2];
    TWICE(twice[i] = in[i])
    JOIN(joined[, ]) = n;
    joined[1] = 3;
    both[0] = BOTH(twice[0]);
    both[1] = BOTH(BOTH(joined[1]));
    out[get_global_id(0)] = twice[0] + twice[1] + joined[0] + BOTH(both[0]) + both[1];
}
