// The size of a work-group as the step. With a standard below 2.0, it is the number that the host gives: the trips are counted all the same.

//@ option --cl-std=CL1.2
//@ run sizes=0,1,3,4,5,16,17,64 global=8 local=4

#ifndef WG
#define WG 4
#endif

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void step_of_a_work_group(__global int *out, const uint n)
{
    uint hash = 1;
    #pragma unroll 4
    for (uint i = get_local_id(0); i < n; i += get_local_size(0)) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void in_a_variable(__global int *out, const int n)
{
    int step = get_local_size(0);
    uint hash = 1;
    #pragma unroll 4
    for (int i = get_local_id(0); i < n; i += step) hash = hash * 31 + i;
    out[get_global_id(0)] = hash;
}
