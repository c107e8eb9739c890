// What is wrong with a request can often be meant in one way only.
//@ lint
//@ expect CLU002 CLU006 CLU006 CLU006 CLU006 CLU006 CLU006 CLU006 CLU006 CLU006 CLU006 CLU006
//@ expect CLU006 CLU006 CLU006

kernel void malformed(global int *a, int n)
{
    int sum = 0;
    #pragma unroll 4;
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll(4);
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll = 4
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll=4
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll factor=4 // as in HLS
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll <4>
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll[4]
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll(4
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll 4)
    for (int i = 0; i < n; i++) sum += i;
    #pragma clang loop unroll(4) vectorize(enable)
    for (int i = 0; i < n; i++) sum += i;
    #pragma clang loop unroll(Ful)
    for (int i = 0; i < n; i++) sum += i;
    _Pragma("unroll 4;") for (int i = 0; i < n; i++) sum += i;
    // Nobody knows what is meant.
    #pragma unroll 4 8
    for (int i = 0; i < n; i++) sum += i;
    #pragma unroll ()
    for (int i = 0; i < n; i++) sum += i;
    #pragma clang loop unroll(always)
    for (int i = 0; i < n; i++) sum += i;
    a[0] = sum;
}
