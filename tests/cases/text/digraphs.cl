// `%:` is `#`, `<%` and `%>` are braces, `<:` and `:>` are brackets.

//@ run sizes=0,1,3,4,5,9

__kernel void digraphs(__global const int *in, __global int *out, int n)
<%
    uint hash = 1;
    %:pragma unroll 4
    for (int i = 0; i < n; i++) <% hash = hash * 31 + in<:i:>; %>
    %: pragma unroll
    for (int i = 0; i < 3; i++) hash = hash * 31 + in<:i:>;
    out[get_global_id(0)] = hash;
%>
