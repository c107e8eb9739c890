// Requests whose conditions do not exclude each other: each has the loop to itself in some configurations.
//@ option --checked
//@ expect CLU108 CLU108 CLU108 CLU108 CLU108
//@ build
//@ build -DAMD
//@ build -DNVIDIA
//@ build -DINTEL

__kernel void two(__global const int *in, __global int *out)
{
    int sum = 1;
#ifdef AMD
    #pragma unroll 4
#endif
#ifdef NVIDIA
    #pragma unroll
#endif
    for (int i = 0; i < 8; i++)
        sum = sum * 31 + in[i];
    out[get_global_id(0)] = sum;
}

__kernel void three(__global const int *in, __global int *out, int n)
{
    int sum = 1;
#ifdef AMD
    #pragma unroll 2
#endif
#ifdef NVIDIA
    #pragma unroll 3
#endif
#ifdef INTEL
    #pragma unroll 4
#endif
    for (int i = 0; i < n; i++)
        sum = sum * 31 + in[i];
    out[get_global_id(0)] = sum;
}

__kernel void around(__global const int *in, __global int *out, int n)
{
    int sum = 1;
    #pragma unroll 2
    for (int j = 0; j < 4; j++) {
#ifdef AMD
        #pragma unroll 2
#endif
#if defined(NVIDIA) || defined(INTEL)
        #pragma unroll 4
#endif
        for (int i = j; i < n; i++)
            sum = sum * 31 + in[i];
    }
    out[get_global_id(0)] = sum;
}

__kernel void left(__global const int *in, __global int *out, int n)
{
    int sum = 1;
#ifdef AMD
    #pragma unroll 2
#endif
#ifdef NVIDIA
    #pragma unroll 4
#endif
    for (float i = 0; i < n; i++)
        sum = sum * 31 + in[(int)i];
    out[get_global_id(0)] = sum;
}
