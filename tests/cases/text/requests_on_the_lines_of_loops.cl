// Requests on the lines of their loops: a marker ends the line, and no comment comes between the two that the author did not write there.

//@ run sizes=0,1,3,4,5
//@ expect CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102 CLU102

#define EACH(i, n) _Pragma("unroll") for (int i = 0; i < (n); i++)
#define SUM(i, n) \
    _Pragma("unroll") /* of all */ \
    for (int i = 0; i < (n); i++) \
        sum += in[i]
#define U4 _Pragma("unroll 4")
#define ADD(x, y) \
    (x) + \
    (y)

__kernel void written(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    _Pragma("unroll") /* three */ for (int i = 0; i < 3; i++) sum += in[i];
    _Pragma("unroll 2") /* pairs */ for (int i = 0; i < n; i++) sum += in[i] * i;
    _Pragma("unroll 2") for (int i = 0; i < 5; i++) { sum = sum * 3 + in[i]; } // the last
    U4 /* fours */ for (int i = 0; i < 9; i++) sum = sum * 5 + in[i];
    SUM(k, 3); /* all of it */
    _Pragma("unroll") for (int i = 0; i < n; i++) sum += in[i];
    out[get_global_id(0)] = sum;
}

__kernel void left(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    { int i = 0; _Pragma("unroll") for (i = 0; i < n; i++) { _Pragma("unroll") for (int j = 0; j < i; j++) sum += in[j]; } }
    _Pragma("unroll") /* why */ for (int i = 0; i < n; i++) { /* body */
        sum += in[i];
    } // end
    out[get_global_id(0)] = sum;
}

__kernel void left_by_attributes(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    __attribute__((opencl_unroll_hint)) for (int i = 0; i < n; i++) sum += in[i]; // the author's
    _Pragma("unroll") for (int i = 0; i < n; i++) sum += ADD(in[i],
        i);
    out[get_global_id(0)] = sum;
}

__kernel void left_in_macros(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    SUM(k, n);
    EACH(i, n) sum += in[i]; EACH(j, n) sum -= in[j] * 2;
    out[get_global_id(0)] = sum;
}

__kernel void left_with_splices(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    _Pragma("unroll") for (int i = 0; i < n; i++) su\
m += in[i];
    _Pragma("unroll") for (int i = 0; i < n; i++) /* a comment
        that goes on */ sum ^= in[i];
    out[get_global_id(0)] = sum;
}

__kernel void many_left(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    _Pragma("unroll") for (int i = 0; i < n; i++) sum += in[i];
    EACH(i, n) sum += in[i];
    _Pragma("unroll") for (int i = 0; i < n; i++) sum += in[i];
    _Pragma("unroll") /* four */ for (int i = 0; i < n; i++) sum += in[i];
    out[get_global_id(0)] = sum;
}
