// A function that must not be called wherever the compiler cannot show that it is not.

//@ run sizes=0,1,5,9
//@ except oclgrind it does not optimise, so that the call stays and is an error

void fail(void) __attribute__((error("never called")));

__kernel void left(__global int *out, __global const int *in, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (i < 0) fail();
        sum = sum * 3 + in[i];
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        sum = sum * 5 + in[i];
    }
    out[get_global_id(0)] = sum;
}
