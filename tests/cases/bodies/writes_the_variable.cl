// Bodies that write the variable by each operator; the trip count is theirs to change.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9,17

__kernel void writes_it(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        if (i == 1) i++;
    }
    #pragma unroll
    for (int i = 0; i < 8; i++) {
        hash = hash * 31 + i;
        i += 2;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i;
        i = i + (i & 1);
    }
    out[get_global_id(0)] = hash;
}
