// A use in a branch that never runs may be of any element. A condition that the host decides, a label in the branch, or a value of the
// run keeps the array.
//@ run kernel=window sizes=3 global=2 local=2
//@ run kernel=operators sizes=3 global=2 local=2
//@ run kernel=entered sizes=0,3 global=2 local=2
//@ run kernel=hosted sizes=3 global=2 local=2
//@ run kernel=varies sizes=0,3 global=2 local=2
//@ run kernel=nested sizes=0,3 global=2 local=2
//@ run kernel=runs sizes=0,3 global=2 local=2
//@ build -DTOP=4

#ifndef TOP
#define TOP 3
#endif

__kernel void window(__global int *o, __global const int *in, int n)
{
#pragma promote_to_registers
    int t[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
        t[i] = in[i + n];
    int s = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        if (i < 3)
            s += t[i + 1] * t[i];
        else
            s -= t[i];
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
        s += (i + 1 < 4) ? t[i + 1] : t[0];
    o[get_global_id(0)] = s;
}

__kernel void operators(__global int *o, __global const int *in, int n)
{
#pragma promote_to_registers
    int t[3];
#pragma unroll
    for (int i = 0; i < 3; i++)
        t[i] = in[i + n];
    int s = 0;
#pragma unroll
    for (int i = 0; i < 3; i++) {
        if (i > 0 && t[i - 1] > 4)
            s += 1;
        if (i == 2 || t[i + 1] > 7)
            s += 10;
    }
    o[get_global_id(0)] = s;
}

// `goto` enters the branch that the condition never runs.
__kernel void entered(__global int *o, __global const int *in, int n)
{
#pragma promote_to_registers
    int t[2];
    t[0] = in[0];
    t[1] = in[1];
    int s = 0, k = n & 1;
    if (n > 2)
        goto inside;
    if (0) {
inside:
        s = t[k];
    }
    o[get_global_id(0)] = s + t[1];
}

__kernel void hosted(__global int *o, __global const int *in, int n)
{
#pragma promote_to_registers
    int t[2];
    t[0] = in[0];
    t[1] = in[1];
    int s = 0;
    if (TOP == 4)
        s = t[n & 1];
    o[get_global_id(0)] = s + t[1];
}

__kernel void varies(__global int *o, __global const int *in, int n)
{
#pragma promote_to_registers
    int t[2];
    t[0] = in[0];
    t[1] = in[1];
    int s = 0;
    if (n)
        s = t[n & 1];
    o[get_global_id(0)] = s + t[1];
}

// A branch that may run, inside one that never runs; and the other way round.
__kernel void nested(__global int *o, __global const int *in, int n)
{
#pragma promote_to_registers
    int t[2];
    t[0] = in[0];
    t[1] = in[1];
    int s = 0;
    if (1 > 2) {
        if (n)
            s = t[n];
    } else if (n) {
        s = sizeof(int) == 4 ? t[1] : t[7];
    }
    o[get_global_id(0)] = s + t[1];
}

// The right side runs.
__kernel void runs(__global int *o, __global const int *in, int n)
{
#pragma promote_to_registers
    int t[2];
    t[0] = in[0];
    t[1] = in[1];
    int s = 0;
    if (1 > 2 || (s = t[n & 1]) > 99)
        s += 1;
    if (1 < 2 && (s += t[n & 1]) > 99)
        s += 1;
    o[get_global_id(0)] = s;
}
