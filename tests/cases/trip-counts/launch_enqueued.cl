// From OpenCL C 2.0 on, work-groups at the edges of a launch may be smaller. What was enqueued is a constant all the
// same; the size of the work-group itself is one for the run to tell.

//@ option --cl-std=CL2.0
//@ expect CLU102
//@ run sizes=0,1,3,5 global=16 local=8

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void edges(__global const int *in, __global int *out, int n)
{
    const size_t id = get_global_id(0);
    int sum = 0;
    #pragma unroll
    for (int d = 0; d < get_enqueued_local_size(0); d++)
        sum = sum * 3 + in[id + d];
    #pragma unroll
    for (int d = 0; d < get_local_size(0); d++)
        sum = sum * 5 + in[id + d];
    #pragma unroll 2
    for (int d = 0; d < get_local_size(0); d++)
        sum ^= in[n + d] << d;
    #pragma unroll 2
    for (uint d = get_local_id(0); d < 4 * n; d += get_enqueued_local_size(0))
        sum += in[d];
    out[id] = sum;
}
