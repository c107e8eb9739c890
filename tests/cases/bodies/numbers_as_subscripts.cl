// In nests, copies have the variable's value as a number if each use is a subscript or a part of one; other copies declare the variable.

//@ run sizes=0,1,4,7 global=4
//@ build -DA

#define AT(a, k) a[k]
#define MIX(x) (hash = hash * 31u + (uint)(x))

__kernel void tile(__global const int *in, __global uint *out, int n)
{
    int acc[2][3], left[2], right[3];
    #pragma unroll
    for (int i = 0; i < 2; i++)
        #pragma unroll
        for (int j = 0; j < 3; j++)
            acc[i][j] = 0;
    for (int k = 0; k < n; k++) {
        #pragma unroll
        for (int i = 0; i < 2; ++i) left[i] = in[k * 2 + i];
        #pragma unroll
        for (int j = 0; j < 3; ++j) { right[j] = in[64 + k * 3 + j]; }
        #pragma unroll
        for (int i = 0; i < 2; ++i) {
            #pragma unroll
            for (int j = 0; j < 3; ++j) {
                acc[i][j] += left[i] * right[j];
            }
        }
    }
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        int row = 0;
        for (int j = 0; j < 3; j++) row = row * 7 + acc[i][j];
        MIX(row);
    }
    out[get_global_id(0)] = hash;
}

__kernel void types(__global const int *in, __global uint *out, int n)
{
    uint hash = 1;
    __global const int *from = in + 64;
    int m;
    for (int round = 0; round < 2; round++) {
        #pragma unroll
        for (uint i = 0; i < 3; i++) hash += in[i * 3 + 1] * (n + 1);
        #pragma unroll
        for (long i = 5; i > 2; i--) hash = hash * 7 + in[i + n];
        #pragma unroll
        for (short i = 0; i < 3; i++) hash = hash * 7 + in[i];
        #pragma unroll
        for (short i = 1; i < 4; i++) hash = hash * 7 + in[i] + clz(i);
        #pragma unroll
        for (uchar i = 254; i != 1; i++) hash = hash * 7 + in[i];
        #pragma unroll
        for (size_t i = 0; i < 3; i++) hash = hash * 7 + in[i];
        #pragma unroll
        for (int i = -2; i < 2; i++) hash = hash * 7 + from[i + 1];
        #pragma unroll 2
        for (int i = 0; i < 5; i++) hash = hash * 7 + in[i];
        int4 lanes = (int4)(n, 2, 3, 4);
        #pragma unroll
        for (int i = 0; i < 3; i++) hash = hash * 7 + in[in[i] + i];
        #pragma unroll
        for (int i = 0; i < 3; i++) hash = hash * 7 + i[in];
        #pragma unroll
        for (ulong i = 0; i < 2; i++) hash = hash * 7 + in[(i + 3) * 2] + lanes.x;
        #pragma unroll
        for (m = 0; m < 3; m++) hash = hash * 7 + in[m];
    }
    hash += m;
    out[get_global_id(0)] = hash;
}

__kernel void other_uses(__global const int *in, __global uint *out, int n)
{
    uint hash = 1;
    int few[4] = {1, 2, 3, 4};
    for (int round = 0; round < 2; round++) {
        #pragma unroll
        for (int i = 0; i < 4; i++) { if (i < 3) few[i] += few[i + 1]; }
        #pragma unroll
        for (int i = 0; i < 4; i++) hash = hash * 5 + (i > 0 ? few[i - 1] : 9);
        #pragma unroll
        for (int i = 0; i < 4; i++) { if (few[i] > 3) continue; hash = hash * 5 + few[i]; }
        #pragma unroll
        for (int i = 0; i < 4; i++) { if (few[i] > n) break; hash = hash * 5 + few[i]; }
        #pragma unroll
        for (int i = 0; i < 4; i++) hash = hash * 5 + AT(few, i);
        #pragma unroll
        for (int i = 0; i < 4; i++) { int i = n & 3; hash = hash * 5 + few[i]; }
        #pragma unroll
        for (int i = 0; i < 4; i++) { hash = hash * 5 + few[i]; { int i = 2; hash ^= few[i]; } }
        #pragma unroll
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < i; k++) hash = hash * 5 + few[i];
            for (int k = 0; k < few[i]; k++) hash = hash * 5 + few[k & 3];
        }
        #pragma unroll
        for (int i = 0; i < 3; i++)
            #pragma unroll
            for (int k = 0; k < i; k++) hash = hash * 5 + few[k] + in[i * 2 + k];
        #pragma unroll
        for (int i = 0; i < 3; i++) {
            #pragma unroll 2
            for (int k = 0; k < n; k++) hash = hash * 5 + in[i * 4 + k];
        }
        #pragma unroll
        for (int i = 0; i < 3; i++) {
#ifdef A
            hash = hash * 5 + few[i];
#else
            hash = hash * 5 + few[3];
#endif
        }
        #pragma unroll
        for (int i = 0; i < 3; i++) { int value = few[i]; hash = hash * 5 + value; }
        #pragma unroll
        for (int i = 0; i < 3; i++) /* i */ hash = hash * 5 + few[/* i */ i]; // i
        #pragma unroll
        for (int i = 0; i < 3; i++) hash = hash * 5 + few[i], hash += sizeof(few[i]);
    }
    out[get_global_id(0)] = hash;
}
