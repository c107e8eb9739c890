// One work-item multiplies `each` neighbours.
__kernel void scale(__global int *values, int factor, int each)
{
    __global int *mine = values + get_global_id(0) * each;
    #pragma unroll 4
    for (int i = 0; i < each; i++)
        mine[i] *= factor;
}
