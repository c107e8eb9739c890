// A Mako template stays as it is.
<%!
    names = ["a", "b"]
%>
//@ norun a template is no OpenCL C
% for name in names:
__kernel void ${name}(__global float *a)
{
#pragma unroll
    for (int i = 0; i < 4; i++)
        a[i] *= 2;
}
% endfor
