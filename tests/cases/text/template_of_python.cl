// Python fills this template later: an error in a factor says nothing now.
//@ norun a template is no OpenCL C
__kernel void scale(__global %(type)s *a, int n)
{
#pragma unroll
    for (int i = 0; i < 4; i++)
        a[i] *= 2;
#pragma unroll %(factor)s
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
