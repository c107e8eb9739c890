// A label between a request and its loop, or beside a hint: clang rejects all of these as written.

//@ norun clang accepts no label between a request and its loop
//@ expect CLU104 CLU104 CLU104 CLU104 CLU104 CLU105

__kernel void labels(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    Item: for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    __attribute__((opencl_unroll_hint(2)))
    Rows:
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    if (hash == 0) goto Rows;
    Beside: __attribute__((opencl_unroll_hint(2))) for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    #pragma unroll 2
    Both: __attribute__((opencl_unroll_hint)) __attribute__((xcl_pipeline_loop))
    for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    switch (n) {
        #pragma unroll 2
        case 3 ? 1 : 2: for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
        break;
    case 4: __attribute__((opencl_unroll_hint(2))) for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    default: _Pragma("unroll 2") for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    }
    Ahead:
    #pragma unroll 2
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
