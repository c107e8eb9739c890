// What stands in the header runs as often as the language says: the start once, the bound before each pass.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9

int bump(int *counter)
{
    *counter += 1;
    return *counter;
}

__kernel void counted_calls(__global int *out, int n)
{
    uint hash = 1;
    int starts = 0, bounds = 0;
    #pragma unroll 4
    for (int i = bump(&starts); i < n; i++) hash = hash * 31 + i;
    #pragma unroll 4
    for (int i = 0; i < bump(&bounds) - 2 * i + n; i++) hash = hash * 31 + i;
    #pragma unroll 4
    for (int i = starts++; i < n; i++) hash = hash * 31 + i;
    out[get_global_id(0)] = hash + starts * 1000 + bounds * 100;
}
