// Two arrays of one name in two kernels, and a macro that means the second one.

//@ run sizes=1,2,5 global=1 local=1

#define GET(k) b[k]

__kernel void first_of_the_name(__global int *a, int n)
{
    #pragma promote_to_registers
    int b[2] = { n, 4 };
    a[0] = b[1];
}

__kernel void second_of_the_name(__global int *a, int n)
{
    #pragma promote_to_registers
    int b[3] = { n, 4, 2 };
    a[0] = GET(0) + GET(2);
}
