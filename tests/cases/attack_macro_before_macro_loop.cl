// A macro before a request that may be anything, and one behind it that makes the loop: what the first one ends is unrolled,
// so that a second run would no longer find it there.
//@ run sizes=0,4 global=1 local=1
//@ build -DA -DB=1

#define OPEN {
#if defined(A) && B
#define CLOSE }
#else
#define CLOSE }
#endif
#define LOOP(n) for (int i = 0; i < n; i++)

__kernel void before_and_behind(__global int *out)
{
    #pragma unroll
    for (int i = 0; i < 3; i++) OPEN out[i] += i; CLOSE
    #pragma unroll
    LOOP(3) out[i] += 2;
}
