// Macros of the host paste the name of a variable, or that of a macro that changes one.

//@ option -DSUM_OF(x)=s##um
//@ option -DCOUNT_OF(x)=n##x
//@ option -DSET(x)=SE##T_##x
//@ option -DADDRESS(x)=x##ray
//@ option -DT=float
//@ noplain the host defines the macros
//@ run sizes=0,1,5,8

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define SET_sum sum = 1
#define STEP_float(n) (n) += 1

__kernel void writes_through_a_pasted_name(__global const int *in, __global int *out, int n)
{
    int sum = 0, num = n;
    #pragma unroll 4
    for (int i = 0; i < num; i++) {
        out[1 + i] = in[i];
        COUNT_OF(um) = num - (in[i] & 1);
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++)
        SUM_OF(i) += in[i];
    #pragma unroll 2
    for (int i = 0; i < 4; i++) {
        SET(sum);
        sum += in[i];
    }
    out[0] = sum * 7 + num;
}

__kernel void steps_through_a_pasted_name(__global const int *in, __global int *out, int n)
{
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        out[i] = in[i];
        CAT(STEP_, T)(i);
    }
    #pragma unroll
    for (int i = 0; i < 6; i++) {
        out[i] = in[i] + 1;
        CAT(STEP_, T)(i);
    }
}

void fill(int *p) { p[0] = p[0] > 1 ? p[0] - 2 : 0; }

__kernel void gives_an_array_away(__global const int *in, __global int *out, int n)
{
    int array[2] = {n, n};
    #pragma unroll 4
    for (int i = 0; i < array[0]; i++) {
        out[i] = in[i];
        fill(ADDRESS(ar));
    }
}

// A pasted name that is a macro of the file, as an operand.
#define NEXT_float i++
#define NEXT_int 0

__kernel void steps_in_an_operand(__global const int *in, __global int *out, int n)
{
    int k = 0;
    #pragma unroll
    for (int i = 0; i < 8; i++, k++)
        out[k] = in[CAT(NEXT_, T)];
    out[8] = k;
}

__kernel void points_to_a_pasted_name(__global const int *in, __global int *out, int n)
{
    int num = n;
    int *p = &COUNT_OF(um);
    #pragma unroll 4
    for (int i = 0; i < num; i++) {
        out[i] = in[i] + 1;
        *p -= in[i] & 1;
    }
    out[20] = num;
}

__kernel void assigns_to_a_pasted_name(__global const int *in, __global int *out, int n)
{
    int num = n + 2;
    for (int k = 0; k < 3; k++) {
        #pragma unroll 4
        for (int i = 0; i < num; i++)
            out[i] = in[i] + num;
        COUNT_OF(um) -= 1;
    }
    COUNT_OF(um)++;
    out[20] = num;
}

// A pasted name that is a macro of the file and takes an address.
#define POINT_float(x) &x

__kernel void points_through_a_pasted_name(__global const int *in, __global int *out, int n)
{
    int num = n;
    int *p = CAT(POINT_, T)(num);
    #pragma unroll 4
    for (int i = 0; i < num; i++) {
        out[i] = in[i] + 2;
        *p -= in[i] & 1;
    }
    out[20] = num;
}
