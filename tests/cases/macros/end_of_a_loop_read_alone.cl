// Loops in functions that cannot be parsed, for the sake of `?:`: each loop is read alone, and ends where a macro makes more than
// its end. What that makes behind it runs once.
//@ option --checked
//@ run sizes=0,1,3,4,5,9 global=1 local=1

#define CLOSE_BOTH } out[0] += sum; }
#define CLOSE_AND_MORE } out[0] += sum; } sum += 7;
#define AND_MORE ; sum *= 3;

__kernel void closed_by_a_macro(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    sum = n ?: 3;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++) {
            sum = sum * 31 + in[i + j];
            CLOSE_AND_MORE
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++) {
            sum = sum * 31 + in[i + j];
            CLOSE_BOTH
    out[1] = sum;
}

__kernel void ended_by_a_macro(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    sum = n ?: 3;
    #pragma unroll 2
    for (int i = 0; i < n; i++)
        sum += in[i] AND_MORE
    out[1] = sum;
}
