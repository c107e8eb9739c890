// A copy declares the variable as a constant, which clang takes for a constant expression: where it is 0, it may be a null pointer,
// so that another one of the functions with that name fits, or none does better than another one.
//@ run sizes=0,1,2,3,9 global=1 local=1

void __attribute__((overloadable)) put(__global int *out, float4 v) { *out += (int)v.x + 40; }
void __attribute__((overloadable)) put(__global int *out, __global int *from) { *out += from ? *from : -1; }

void __attribute__((overloadable)) add(__global int *out, int v) { *out += v; }
void __attribute__((overloadable)) add(__global int *out, __global int *from) { *out += *from; }

__kernel void other_function(__global int *out)
{
    #pragma unroll
    for (int i = 0; i < 3; i++)
        put(out + i, i);
}

__kernel void no_better_function(__global int *out, int n)
{
    #pragma unroll
    for (uint i = 0; i < 3; i++)
        add(out + i, i);
    #pragma unroll 2
    for (uint i = 0; i < 4; i++) {
        #pragma unroll 3
        for (int j = 0; j < n; j++)
            add(out + j % 4, i);
    }
}

__kernel void is_constant(__global int *out)
{
    #pragma unroll
    for (int i = 0; i < 3; i++) {
        int a[__builtin_constant_p(i) + 1];
        out[i] += sizeof(a);
    }
}
