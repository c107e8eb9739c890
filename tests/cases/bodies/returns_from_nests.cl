// `return` from every depth, in functions with and without a value.

//@ run sizes=0,1,2,3,4,5,6,9,17

int find(__global const int *in, int n, int wanted)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        if (in[i] == wanted) return i;
    return -1;
}

int find_pair(__global const int *in, int n, int wanted)
{
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        #pragma unroll
        for (int j = 0; j < 3; j++) {
            if (in[i] + in[i + j] == wanted) return i * 10 + j;
        }
    }
    return -1;
}

__kernel void found(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    for (int wanted = 0; wanted < 16; wanted++)
        hash = hash * 31 + find(in, n, wanted) * 7 + find_pair(in, n, wanted);
    out[get_global_id(0)] = hash;
}
