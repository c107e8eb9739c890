// Macros that close loops: what they make behind the end of a loop is no part of it, and runs once.
//@ run sizes=0,1,3,4,5,9 global=1 local=1

#define CLOSE_BOTH } out[0] += sum; }
#define CLOSE_AND_MORE } out[0] += sum; } sum += 7;
#define AND_MORE ; sum *= 3;
#define REPEAT_AND_MORE while (++turn < n); sum *= 5;

__kernel void more_behind_the_outer(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++) {
            sum = sum * 31 + in[i + j];
            CLOSE_AND_MORE
    out[1] = sum;
}

__kernel void more_behind_both(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        #pragma unroll
        for (int j = 0; j < 3; j++) {
            sum = sum * 31 + in[i + j];
            CLOSE_AND_MORE
    out[1] = sum;
}

// Nothing is behind these.
__kernel void closed_by_one(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++) {
            sum = sum * 31 + in[i + j];
            CLOSE_BOTH
    out[1] = sum;
}

__kernel void behind_statements(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        sum += in[i] AND_MORE
    int turn = 0;
    #pragma unroll 2
    do
        sum += in[turn];
    REPEAT_AND_MORE
    out[1] = sum;
}

// The function cannot be read as one, since a macro closes a brace of its own.
__kernel void behind_statements_alone(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        for (int j = 0; j < 3; j++) {
            sum = sum * 31 + in[k + j];
            CLOSE_BOTH
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        sum += in[i] AND_MORE
    int turn = 0;
    #pragma unroll 2
    do
        sum += in[turn];
    REPEAT_AND_MORE
    #if FAST
    #pragma unroll 4
    #else
    #pragma unroll 2
    #endif
    for (int i = 0; i < n; i++)
        sum += in[i] AND_MORE
    out[1] = sum;
}
