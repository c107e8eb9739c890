// `&i` in the body: the variable is no constant there, and what is written through the pointer counts.

//@ option --checked
//@ run sizes=0,1,2,3,4,5,9

void skip_one(int *where) { if (*where == 2) *where += 1; }

__kernel void takes_it(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        int *p = &i;
        hash = hash * 31 + *p;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        skip_one(&i);
        hash = hash * 31 + i;
    }
    #pragma unroll
    for (int i = 0; i < 6; i++) {
        skip_one(&i);
        hash = hash * 31 + i;
    }
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        const int *p = &i;
        hash = hash * 31 + *p;
    }
    out[get_global_id(0)] = hash;
}
