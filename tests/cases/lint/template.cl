// Nothing is said of a template: what looks odd may be right once it is filled.
//@ lint
//@ norun a template is no OpenCL C
kernel void filled(global int *a)
{
    int sum = 0;
    #pragma unrol 4
    for (int i = 0; i < ${count}; i++) sum += i;
    a[0] = sum;
}
