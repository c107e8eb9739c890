// A variable and a label that are declared under a condition are not mentioned outside of it.
//@ run sizes=1,3
//@ build
//@ build -DEXTRA
//@ warns -Wunused-variable nothing is written under the condition any more
//@ warns -Wunused-label nothing is written under the condition any more

__kernel void under_conditions(__global const int *in, __global int *out, int n)
{
    int sum = n;
#ifdef EXTRA
    const int extra = n * 3;
#endif
    #pragma unroll
    for (int k = 1; k < 1; k++) {
#ifdef EXTRA
        sum += extra;
        if (sum > 9) goto end;
#endif
        sum++;
    }
#ifdef EXTRA
end:
    sum += 2;
#endif
    out[get_global_id(0)] = sum;
}
