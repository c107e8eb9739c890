// The variable and the bound differ in sign or width, so that the comparison converts one of them. A negative bound
// is a huge one where it becomes unsigned; such loops leave by `return`.

//@ run sizes=-2147483648,-6,-2,-1,0,1,2,3,4,5,8,17

__kernel void signed_variable_unsigned_bound(__global int *out, uint n, int m)
{
    int id = get_global_id(0);
    uint count = 100;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        count = count * 3 + i;
        if (i == 20) { out[id] = -count; return; }
    }
    out[id] = count;
}

__kernel void starts_negative_against_unsigned(__global int *out, uint n, int m)
{
    int id = get_global_id(0);
    uint count = 100;
    #pragma unroll 4
    for (int i = -3; i < n; i++) {
        count = count * 3 + i;
        if (i == 20) { out[id] = -count; return; }
    }
    out[id] = count;
}

__kernel void unsigned_variable_signed_bound(__global int *out, uint n, int m)
{
    int id = get_global_id(0);
    uint count = 100;
    #pragma unroll 4
    for (uint i = 0; i < m; i++) {
        count = count * 3 + i;
        if (i == 20) { out[id] = -count; return; }
    }
    out[id] = count;
}

__kernel void narrow_variable_wide_bound(__global int *out, long n, int m)
{
    int id = get_global_id(0);
    uint count = 100;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        count = count * 3 + i;
        if (i == 20) { out[id] = -count; return; }
    }
    out[id] = count;
}

__kernel void int_against_size_t(__global int *out, int m)
{
    int id = get_global_id(0);
    uint count = 100;
    #pragma unroll 4
    for (int i = m; i < get_global_size(0); i++) {
        count = count * 3 + i;
        if (i == 20) { out[id] = -count; return; }
    }
    out[id] = count;
}

__kernel void unsigned_down_to_negative(__global int *out, uint n, int m)
{
    int id = get_global_id(0);
    uint count = 100;
    #pragma unroll 4
    for (uint i = n; i > m; i--) {
        if (++count == 130) { out[id] = -count; return; }
    }
    out[id] = count;
}

__kernel void constant_bounds_of_other_sign(__global int *out, int m)
{
    int id = get_global_id(0);
    uint count = 100;
    #pragma unroll
    for (int i = 0; i < 5u; i++) count = count * 3 + i;
    #pragma unroll
    for (int i = -1; i < 5u; i++) count = count * 3 + i;
    #pragma unroll
    for (int i = -1; i < sizeof(int); i++) count = count * 3 + i;
    #pragma unroll
    for (int i = -1; i < (int)sizeof(int); i++) count = count * 3 + i;
    #pragma unroll
    for (uint i = 5; i > -1; i--) count = count * 3 + i;
    out[id] = count + m;
}
