// Macros that nothing defines make a function's head: its name, how it is declared, and some of its parameters.
//@ option --checked
//@ build -DKERNEL(x)=__kernel/**/void/**/x -DNAME(t,x)=x##_##t -DRESTRICT=restrict -DTILE=__local -DWAVE(n)= -DUNUSED= -DPARAMS=__global/**/int/**/*out,int/**/length -DMORE=,int/**/N -DATTRS(n)= -DCONST=const -DFIRST= -DHELPERS(x)=
//@ build -DKERNEL(x)=__kernel/**/__attribute__((vec_type_hint(int)))void/**/made_##x -DNAME(t,x)=t##x -DRESTRICT= -DTILE=volatile/**/__local -DWAVE(n)=__attribute__((work_group_size_hint(n,1,1))) -DUNUSED=__attribute__((unused)) -DPARAMS=__global/**/int/**/*out,int/**/M,long/**/length -DMORE=,int/**/M -DATTRS(n)= -DCONST=volatile -DFIRST=int/**/N, -DHELPERS(x)=int/**/x##_helper(void){return/**/3;}
//@ noplain only builds define these macros
//@ run sizes=0,1,2,3,7,8,9 global=1 local=1

enum { N = 4 };
__constant int M = 3;

KERNEL(sums)(const __global int *in, __global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < N; i++) sum = sum * 3 + in[i];
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum = sum * 3 + in[i];
    out[0] = sum;
}

__kernel void NAME(int, pasted)(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum = sum * 3 + i;
    out[0] = sum;
}

WAVE(8) __kernel void qualified(__global int *RESTRICT out, CONST int n, int m UNUSED, TILE int *RESTRICT tile)
{
    int sum = 0;
    __global int *RESTRICT to = out;
    tile[0] = 3;
    #pragma unroll
    for (int i = 0; i < N; i++) { __global int *RESTRICT p = out + i; p[1] = 0; sum = sum * 3 + i + tile[0]; }
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum = sum * 3 + i;
    #pragma unroll 2
    for (int i = 0; i < m; i++) sum = sum * 3 + i;
    to[0] = sum;
}

// `N` and `M` may be parameters.
__kernel void parameters(PARAMS)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < M; i++) sum = sum * 3 + i;
    #pragma unroll 2
    for (int i = 0; i < M; i++) sum = sum * 3 + i;
    #pragma unroll 2
    for (int i = 0; i < length; i++) sum = sum * 3 + i;
    #pragma unroll
    for (int i = 0; i < 3; i++) sum = sum * 3 + i;
    out[0] = sum;
}

__kernel void more(int n, __global int *out MORE)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < N; i++) sum = sum * 3 + i;
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum = sum * 3 + i;
    #pragma unroll 2
    for (int i = 0; i < N + n; i++) sum = sum * 3 + i;
    {
        const int N = 5;
        #pragma unroll
        for (int i = 0; i < N; i++) sum = sum * 3 + i;
    }
    out[0] = sum;
}

HELPERS(some) __kernel void first(FIRST __global int *out, int n) ATTRS(3)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < N; i++) sum = sum * 3 + i;
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum = sum * 3 + i;
    out[0] = sum;
}

// Nothing says which of the last two names is the parameter.
__kernel void unused(__global int *out, int n MORE)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < N; i++) sum = sum * 3 + i;
    #pragma unroll 2
    for (int i = 0; i < N; i++) sum = sum * 3 + i;
    out[0] = sum;
}
