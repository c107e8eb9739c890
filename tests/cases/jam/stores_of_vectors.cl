// A store of a vector writes memory: a nest whose iterations store overlapping vectors is not jammed.

//@ run sizes=0,1,2,3,5,8,17

__kernel void overlapping(__global float *c, int n)
{
    __global float *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < n; k++)
            vstore2((float2)(r, k), 0, own + r + k);
}

__kernel void loaded_after_the_store(__global float *restrict c, __global float *restrict d, int n)
{
    __global float *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < n; k++) {
            vstore2((float2)(r, k), 0, own + r + k);
            d[get_global_id(0) * 256 + r * 32 + k] = own[r + k] + own[k];
        }
}
