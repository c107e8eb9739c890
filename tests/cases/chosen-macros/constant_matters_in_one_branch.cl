// In one branch, a call may ask for the type of the variable, so that it must not become a constant. The trip count is the same in both.

//@ build -DCALLS
//@ run sizes=0,1,5

#ifdef CALLS
#define VALUE(x) chosen(x)
#else
#define VALUE(x) ((x) + 1)
#endif

__attribute__((overloadable)) int chosen(int x) { return x * 3; }
__attribute__((overloadable)) int chosen(__global int *x) { return 5; }

__kernel void full(__global const int *in, __global int *out)
{
    #pragma unroll
    for (int i = 0; i < 4; i++)
        out[i] = in[i] + VALUE(i);
}

__kernel void outside(__global const int *in, __global int *out)
{
    int i;
    #pragma unroll
    for (i = 0; i < 4; i++)
        out[i] = in[i] * VALUE(i);
    out[4] = i;
}

__kernel void passes(__global const int *in, __global int *out)
{
    #pragma unroll 2
    for (int i = 0; i < 7; i++)
        out[i] = in[i] * VALUE(i);
}

__kernel void other_counts(__global const int *in, __global int *out)
{
    #pragma unroll
#ifdef CALLS
    for (int i = 0; i < 3; i++)
#else
    for (int i = 0; i < 4; i++)
#endif
        out[i] = in[i] * VALUE(i);
}

__kernel void continues(__global const int *in, __global int *out)
{
    #pragma unroll
    for (int i = 0; i < 5; i++) {
        if (in[i] & 1)
            continue;
        out[i] = in[i] * VALUE(i);
    }
}
