// With macros that are final, lengths and types may come from them.

//@ run sizes=1,3
//@ option -DN=4
//@ option -DT=float2
//@ option --trust-defines

__kernel void trusted(__global const float *in, __global float *out, int n)
{
    #pragma promote_to_registers
    T acc[N];
    #pragma unroll
    for (int i = 0; i < N; i++)
        acc[i] = (T)(in[i], n);
    #pragma unroll
    for (int i = 1; i < N; i++)
        acc[0] += acc[i] * acc[i - 1];
    out[get_global_id(0)] = acc[0].x - acc[N - 1].y;
}
