// Requests that conditionals choose, inside loops that are copied, with little room: what is left in one copy is left in all, and
// what is written is written once.
//@ option --checked
//@ option --max-growth=9320
//@ run sizes=0,1,2,3,5,8 global=2 local=1
//@ build -DA
//@ build -DB
//@ build -DA -DB
//@ build -DA -DB -DN=3

#define LOOP4(v) _Pragma("unroll") for (int v = 0; v < 4; v++)
#define CLOSE }
#ifndef N
#define N 5
#endif

__kernel void chosen_twice(__global int *out, int n)
{
    int sum = get_global_id(0);
#ifdef A
    #pragma unroll 2
#endif
    for (int i = 0; i < n; i++) {
#ifdef B
        #pragma unroll
#endif
        for (int j = 0; j < N; j++) {
#if defined(A) && defined(B)
            #pragma unroll 2
#endif
            for (int k = j; k < N; k++) sum = sum * 3 + k;
        }
        LOOP4(a) {
#ifdef B
            #pragma unroll
#endif
            for (int j = 3; j < 3; j++) sum += j;
            sum ^= a;
        }
    }
    out[get_global_id(0)] = sum;
}

__kernel void read_alone(__global int *out, int n)
{
    int sum = n ?: 3;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        _Pragma("unroll 3")
        for (int j = 0; j < N; j++)
            __attribute__((opencl_unroll_hint(2)))
            for (int k = 0; k < j; k++) {
                sum = sum * 5 + k;
            }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
#ifdef A
        sum += i;
        CLOSE
#else
        sum -= i;
    }
#endif
    sum ^= n;
    #pragma unroll 2
    for (uchar i = 0; i < (uchar)n; i++) {
        const size_t most = 2;
        #pragma unroll 2
        for (long j = -1; j < (long)most; j++) sum = sum * 7 + j;
        if (sum & 64) continue;
        sum++;
    }
    out[get_global_id(0)] = sum;
}

__kernel void one_of_two_heads(__global int *out, int n)
{
    int sum = 1;
#ifdef A
    LOOP4(q)
#else
    for (int q = 0; q < 2; q++)
#endif
    for (int i = 0; i < n; i++) {
        LOOP4(a) {
#ifdef B
            if (a == 2) continue;
            #pragma unroll
#endif
            for (int j = 0; j < N; j++) {
                if (j == q) break;
                sum = sum * 3 + a * i + j;
            }
        }
    }
    out[get_global_id(0)] = sum;
}
