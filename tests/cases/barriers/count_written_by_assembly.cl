// Inline assembly that writes a variable, or takes its address.

//@ option --checked
//@ run sizes=0,1,2,3,7 global=2 local=2
//@ except oclgrind knows no inline assembly
//@ except nvidia says that it is an x86, and is none

#if defined(__x86_64__)

// The work-items meet in the sixth iteration; one of them makes seven trips, the other eight.
__kernel void written_by_assembly(__global int *out)
{
    __local int t[2];
    int l = get_local_id(0), sum = 0, n = 0;
    __asm__("movl %1, %0" : "=r"(n) : "r"(7 + l));
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (i == 5) { t[l] = l + 10; barrier(CLK_LOCAL_MEM_FENCE); sum += 100 * t[1 - l]; }
        sum += i;
    }
    out[get_global_id(0)] = sum;
}

__kernel void changed_through_a_pointer(__global int *out, int n)
{
    int sum = 0;
    __private int *p, *q;
    __asm__ volatile("lea %1, %0" : "=r"(p) : "m"(n));
    #pragma unroll 2
    for (int i = 0; i < n; i++) { sum += i; if (i == 2) *p = 4; }
    int i = 9;
    __asm__ volatile("lea %1, %0" : "=r"(q) : "m"(i));
    #pragma unroll
    for (i = 0; i < 4; i++) { sum = sum * 3 + *q; }
    out[get_global_id(0)] = sum;
}

// What is only read from a register stays the same.
__kernel void read_by_assembly(__global int *out, int n)
{
    int sum = 0, m;
    __asm__("movl %1, %0" : "=r"(m) : "r"(n));
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum += i * m;
    out[get_global_id(0)] = sum;
}

#endif
