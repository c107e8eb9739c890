// ARM ComputeLibrary's LOOP_UNROLLING: the body is an argument, and becomes a statement expression.

//@ run sizes=0,1,3,4,5

#define LOOP_UNROLLING(type, idx, start, step, num, macro) { _Pragma("unroll") for (type idx = start; idx < (num * step); idx += step) { (macro); } }
#define LOAD(type, width, in, at, dst)                         \
    ({                                                         \
        LOOP_UNROLLING(int, _i, 0, 1, width,                   \
        {                                                      \
            dst[_i] = (type)in[at + _i];                       \
        })                                                     \
    })
#define N0 4
#define M0 2

__kernel void plain(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    LOOP_UNROLLING(int, i, 0, 1, 4,
    {
        hash = hash * 31 + in[i]; // why
    })
    LOOP_UNROLLING(int, i, 0, 2, 3, hash = hash * 31 + max(in[i], n));
    out[get_global_id(0)] = hash;
}

__kernel void nested(__global const int *in, __global int *out, int n)
{
    int acc[M0][N0] = { { 0 } };
    LOOP_UNROLLING(int, i, 0, 1, M0,
    {
        LOOP_UNROLLING(int, j, 0, 1, N0,
        {
            acc[i][j] = in[i * N0 + j] + n;
        })
    })
    for (int k = 0; k < n; k++)
    {
        int tile[N0];
        LOAD(int, N0, in, k, tile);
        LOOP_UNROLLING(int, i, 0, 1, M0,
        {
            LOOP_UNROLLING(int, j, 0, 1, N0,
            {
                acc[i][j] += tile[j] * in[i];
            })
        })
    }
    uint hash = 1;
    for (int i = 0; i < M0 * N0; i++) hash = hash * 31 + acc[i / N0][i % N0];
    out[get_global_id(0)] = hash;
}
