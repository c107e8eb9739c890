// The request before something that is no array in a function.

//@ run sizes=1,3 global=1 local=1
//@ expect CLU107 CLU107 CLU107 CLU107 CLU107 CLU107 CLU107

#pragma promote_to_registers
__constant int outside[2] = { 1, 2 };

__kernel void misplaced(__global int *out, int n)
{
    #pragma promote_to_registers
    int scalar = n;
    #pragma promote_to_registers
    out[0] = scalar + outside[1];
    #pragma promote_to_registers
    #pragma unroll
    for (int i = 0; i < 2; i++)
        out[i] += i;
    #pragma promote_to_registers
    int *pointer = &scalar;
    out[2] = *pointer;
    #pragma promote_to_registers
}
#pragma promote_to_registers
