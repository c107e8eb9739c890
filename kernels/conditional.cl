// A sum over short rows. Whether its loop is unrolled, and how far, is the host's to say with -D.

//@ run sizes=0,1,3,4,5,16,17 set=width:size
//@ build -DUNROLL
//@ build -DUNROLL -DWIDE
//@ build -DWIDE

__kernel void row_sums(__global const float *in, __global float *out, int width)
{
    const int row = get_global_id(0);
    float sum = 0.0f;

#if defined(UNROLL) && defined(WIDE)
    #pragma unroll 8
#elif defined(UNROLL)
    #pragma unroll 2
#endif
    for (int x = 0; x < width; x++) {
        sum += in[row * width + x];
    }
    out[row] = sum;
}
