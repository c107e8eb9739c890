// The host's macros paste the names of functions, and expressions of other macros: what clunroll gets with -D must not make it worse.

//@ option -DFUNC(name)=_##name##_7
//@ option -DFUNC_CALL(name)=_##name##_7
//@ option -DTO_TYPE(v)=convert_##int(v)
//@ option -DINPUT_INDEX(y,x)=GET(INPUT,y,x)
//@ option -DINPUT_OFFSET=2
//@ option -DINPUT_PITCH=4
//@ noplain the host defines the names of functions
//@ build -DFUNC(name)=name -DFUNC_CALL(name)=name -DTO_TYPE(v)=(v) -DINPUT_INDEX(y,x)=((y)*8+(x)) -DINPUT_OFFSET=0 -DINPUT_PITCH=1
//@ run sizes=0,1,6,8,9

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define GET(prefix, y, x) (CAT(prefix, _OFFSET) + (y) * CAT(prefix, _PITCH) + (x))

int FUNC(scale)(int x) { return x * 3 + 1; }

__kernel void calls(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 4; i++)
        sum += FUNC_CALL(scale)(in[i]);
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        sum = sum * 5 + TO_TYPE(in[i]);
    out[0] = sum;
}

__kernel void subscripts(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 4; i++)
        sum = sum * 3 + in[INPUT_INDEX(i, 1)];
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        sum = sum * 3 + in[INPUT_INDEX(i, 1)];
    out[0] = sum;
}
