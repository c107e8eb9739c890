// A told attribute with arguments, or after a name, is one of any kind; a told member is any member.
//@ option --checked
//@ option -DALIGN(n)=__attribute__((aligned(n)))
//@ option -DUNUSED=__attribute__((unused))
//@ option -DFIELD=x
//@ option -DHINT(n)=__attribute__((work_group_size_hint(n,1,1)))
//@ build -DALIGN(n)= -DUNUSED= -DFIELD=y -DHINT(n)= -DMORE=,b -DTWO(x)=x
//@ build -DALIGN(n)=volatile -DUNUSED=__attribute__((aligned(32))) -DFIELD=s0 -DHINT(n)=
//@ build -DALIGN(n)=const -DUNUSED= -DFIELD=lo.x -DHINT(n)=inline -DMORE=
//@ build -DALIGN(n)= -DUNUSED=__attribute__((mode(QI))) -DFIELD=y -DHINT(n)=
//@ run sizes=0,1,2,3,7,8,9 global=1 local=1

#ifndef MORE
#define MORE
#endif
#ifndef TWO
#define TWO(x) const
#endif

HINT(8) __kernel void in_the_body(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        ALIGN(16) int t[2] = { i, i + 1 };
        int u[2] ALIGN(16) = { i, 3 }, w UNUSED = i, *p UNUSED = u;
        int2 v = (int2)(i, 2 * i);
        v.FIELD += u[1];
        sum = sum * 3 + t[1] + v.FIELD + w + p[0];
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) { ALIGN(4 * sizeof(int)) int t = i; sum = sum * 3 + t; }
    out[0] = sum;
}

// With an attribute, `i` and `n` may be of other types.
__kernel void of_the_variable(__global int *out, int n UNUSED, ALIGN(4) int m)
{
    int sum = 0;
    #pragma unroll 2
    for (int i UNUSED = 250; i < 260; i++) { sum = sum * 3 + i; if (sum > 1000000) break; }
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum = sum * 3 + i;
    #pragma unroll 2
    for (int i = 0; i < m; i++) sum = sum * 3 + i;
    out[0] = sum;
}

// A variable without an initialiser may be one for all copies.
__kernel void without_initialiser(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        ALIGN(8) int w;
        w = i;
        sum += w;
    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        int w UNUSED;
        w = i;
        sum += w;
    }
    out[0] = sum;
}

// What may be more than an attribute.
__kernel void others(__global int *out, int n)
{
    int sum = 0, b = 2;
    #pragma unroll 2
    for (int i = 0; i < n; i++) { int a = i MORE; sum += a; }
    #pragma unroll 2
    for (int i = 0; i < n; i++) { TWO(int) a = i; sum += a; }
    out[0] = sum + b;
}
