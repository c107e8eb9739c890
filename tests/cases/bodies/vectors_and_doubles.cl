// Bodies over vectors, swizzles, casts, literals with suffixes, attributes and built-ins.

//@ run sizes=0,1,3,4,5,9

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void vectors(__global const float4 *in, __global float4 *out, __global double *more, int n)
{
    const int id = get_global_id(0);
    float4 sum = (float4)(0.0f, 1.0f, 2.5e-3f, 0x1p-2f);
    double total = 0.0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        sum.xyz += in[id + i].zyx * (float3)(1.0f, 2.0f, 0.5f);
        sum.s3 = fma(in[id + i].w, 0.5f, sum.w);
        sum = select(sum, -sum, isless(sum, (float4)(0.25f)));
        total += convert_double(in[id + i].lo.x) * 1.0e-2;
    }
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        float8 wide = vload8(i, (__global const float *)in) * as_float8((uint8)(0x3f800000u));
        sum += wide.odd;
    }
    out[id] = sum;
    more[id] = total;
}
