// Requests in the spellings of other compilers are none here: their loops stay, and a note says what to write.

//@ run sizes=6,9

__kernel void in_other_compilers_spelling(__global const int *in, __global int *out, int n)
{
    uint sum = 0;
    for (int i = 0; i < 6; i++) {
#pragma HLS UNROLL factor = 2
        sum += in[i];
    }
#pragma loop(unroll, 2)
    for (int i = 0; i < n; i++)
        sum ^= in[i] + i;
#pragma omp unroll partial(4)
    for (int i = 0; i < n; i++)
        sum += in[i] * i;
    _Pragma("_CRI unroll 3") for (int i = 0; i < n; i++)
        sum -= in[i];
#pragma omp parallel for
#pragma unroll 2
    for (int i = 0; i < 5; i++)
        sum += 3 * in[i];
    out[get_global_id(0)] = sum;
}
