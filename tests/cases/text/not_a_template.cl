// Valid OpenCL C that only looks like a template.
#define REM %(int)
#define MOD(a) %a
/* %(name)s ${name} {{ name }} @NAME@ <%= %> */
__kernel void lookalikes(__global int *a, __global const int *b)
<%
    const int id = get_global_id(0);
    int c[1][2] = {{ id, 3 }}, d = 5;
    #pragma unroll
    for (int i = 0; i < 3; i++) {{
        a[id * 3 + i] = b[i] %d% 7 + b[i] %(int)d REM d MOD(d) + c[0][1] %d;
    }}
%>
