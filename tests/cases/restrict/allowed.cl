// Each pointer that is used only for its elements gets the word, with the author's spacing. Also without a request.
//@ option --assume=restrict
//@ run sizes=8,13 global=1 local=1

float twice(float x)
{
    return 2 * x;
}

__kernel void map(__global const float *in, __global float* out, global int * const counts, int n)
{
    for (int i = 0; i < n; i++) {
        out[i] = twice(in[i]) + (n & counts[i]);
        *(counts + i) += 1;
    }
}

kernel void vectors(__global float *restrict has, __global float *in, const __global float *other, __local float *tile)
{
    float4 v = vload4(0, has) + vload4(0, in + 4);
    vstore4(v, 0, in);
    tile[0] = *other;
    *has = tile[0];
}

#define SHOWN(x) (x)
kernel void in_arguments(__global float *a, __constant float *b)
{
#pragma unroll 2
    for (int i = 0; i < 4; i++)
        SHOWN(a[i]) = SHOWN(b[i]);
}
