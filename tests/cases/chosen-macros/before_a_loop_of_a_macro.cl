// A macro before a request that may be anything, and one behind it that makes the loop: what the first one ends is unrolled,
// so that a second run would no longer find it there, or read what it could not.
//@ run sizes=0,4 global=1 local=1
//@ build -DA -DB=1

#define OPEN {
#if defined(A) && B
#define CLOSE }
#else
#define CLOSE }
#endif
#define EACH(i, n) int i = 0; i < n; i++
#define LOOP(n) for (int i = 0; i < n; i++)

__kernel void before_and_behind(__global int *out)
{
    #pragma unroll
    for (int i = 0; i < 3; i++) OPEN out[i] += i; CLOSE
    #pragma unroll
    LOOP(3) out[i] += 2;
}

__kernel void further_behind(__global int *out, int n)
{
    #pragma unroll
    for (int i = 0; i < 3; i++) OPEN out[i] += i; CLOSE
    for (EACH(i, n)) out[i]++;
    #pragma unroll
    LOOP(3) out[i] += 2;
    #pragma unroll
    for (EACH(i, 3)) out[i] += 2;
}
