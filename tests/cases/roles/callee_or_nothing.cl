// A macro before parentheses is a function's name in some builds and nothing in others; and a cast to a type of the host's, in a
// macro that conditions choose.

//@ option -Dconvert_to=noconvert
//@ option -Dwide=float
//@ build -Dwide=float
//@ build -Dwide=int -DTHREE
//@ build -Dwide=float -Dconvert_to=convert_int -DTHREE
//@ build -Dwide=float -Dconvert_to= -DVALUES
//@ build -Dwide=uint -Dconvert_to=noconvert -DVALUES
//@ run sizes=1,16

#define noconvert
#ifndef convert_to
#define convert_to noconvert
#endif
#ifdef THREE
#define border (wide)(edge.x + edge.y)
#else
#define border edge.x
#endif

__kernel void conversions(__global const float *in, __global float *out)
{
    float sum = 0.0f;
    #pragma unroll
    for (int i = 0; i < 4; i++)
        sum += convert_to(in[i] * i);
    out[0] = sum;
}

__kernel void casts(__global const float *in, __global float *out)
{
    float2 edge = (float2)(in[0], in[1]);
    #pragma unroll
    for (int i = 0; i < 4; i++)
        out[i] = in[i] < 1.0f ? border : in[i];
}

#ifdef VALUES
__kernel void changes(__global int *out)
{
    #pragma unroll
    for (int i = 0; i < 8; i++) {
        out[i] = i;
        convert_to(i)++;
    }
    #pragma unroll
    for (int i = 0; i < 8; i++) {
        int *p = &convert_to(i);
        *p += 1;
        out[8 + i] = 3;
    }
}
#endif
