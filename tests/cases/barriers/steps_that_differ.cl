// All work-items make five trips, and each iteration meets a barrier; but the step of one is so large that it would have no main
// loop. Where the step is the same for all, the main loop is written.
//@ run sizes=1,2,3 global=4 local=2

__kernel void of_each(__global int *out, int n)
{
    __local int share[2];
    const int id = get_local_id(0), step = id ? 5000000 : n, bound = step * 5;
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < bound; i += step) {
        share[id] = sum + id + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += share[1 - id] * 3;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

__kernel void of_all(__global int *out, int n)
{
    __local int share[2];
    const int id = get_local_id(0);
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < 19; i += n) {
        share[id] = sum + id + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += share[1 - id] * 3;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}
