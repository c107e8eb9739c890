// Steps that lead away from the bound, or nowhere: such a loop ends at once or never does. The ones that never end
// leave by `return`.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9

__kernel void away(__global int *out, int n)
{
    int id = get_global_id(0);
    int count = 100;
    #pragma unroll 4
    for (int i = 5; i < n; i--) {
        count++;
        if (i == 0) { out[id] = count; return; }
    }
    out[id] = count;
}

__kernel void nowhere(__global int *out, int n)
{
    int id = get_global_id(0);
    int count = 100;
    #pragma unroll 4
    for (int i = 0; i < n; i += 0) {
        if (++count == 110) { out[id] = count; return; }
    }
    out[id] = count;
}

__kernel void past_it(__global int *out, int n)
{
    int id = get_global_id(0);
    int count = 100;
    #pragma unroll 4
    for (int i = 0; i != 5; i += 2) {
        if (++count == 120) { out[id] = count; return; }
    }
    out[id] = count;
}

__kernel void constant_zero_trips(__global int *out, int n)
{
    int count = 100;
    #pragma unroll
    for (int i = 5; i < 5; i++) count++;
    #pragma unroll
    for (int i = 6; i < 5; i++) count++;
    #pragma unroll 4
    for (int i = 0; i > 0; i--) count++;
    #pragma unroll 4
    for (uint i = 3; i > 3u; i--) count++;
    out[get_global_id(0)] = count;
}
