// Inline assembly is copied if its template defines no label and no symbol. It may store to any object, and all work-items may have to reach
// it together: so no load moves across it, and a loop whose bound differs between work-items keeps its tests.

//@ except oclgrind it does not know the instructions of a host
//@ run sizes=0,1,4,5 global=16 local=8

__kernel void copied(__global const int *in, __global int *out, int n)
{
    int v = in[get_global_id(0)], hash = 0;
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        int t;
        __asm__("" : "=r"(t) : "0"(v));
        hash = hash * 3 + t + i;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        __asm__ volatile("nop" : : : "memory");
        hash += in[i];
    }
    #pragma unroll 2
    for (int i = get_local_id(0); i < n; i++) {
        __asm__ __volatile__("nop\n\tnop");
        hash += in[i];
    }
    out[get_global_id(0)] = hash;
}

#define NOP "nop"

__kernel void stays(__global const int *in, __global int *out, int n)
{
    int hash = 0;
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        __asm__ volatile("1:");
        hash = hash * 3 + in[i];
    }
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        __asm__ volatile(NOP "\n.balign 4");
        hash = hash * 3 + in[i];
    }
    int k = n;
    #pragma unroll 2
    for (int i = 0; i < k; i++) {
        __asm__("" : "+m"(k));
        hash = hash * 3 + in[i];
    }
    out[get_global_id(0)] = hash;
}
