// A told macro that is called is an expression, and is left where it may be more.
//@ option --checked
//@ option -DACT(x)=native_exp(x)
//@ option -DSCALE=sqrt(4.0f)
//@ option -DOWN(x)=((x)*i)
//@ option -DREADS(x)=((x)+n)
//@ option -DADDS(x)=(sum+=(x))
//@ option -DLEAVES(x)=if((x)==5)break
//@ option -DPAIR(x)=(x),sum
//@ option -DPOINTS(x)=(*(&x))
//@ option -DSTATES(x)=sum+=(x);sum++
//@ option -DOTHER=T(
//@ option -DSYNC()=barrier(CLK_LOCAL_MEM_FENCE)
//@ option -DNOTHING(x)=
//@ build -DACT(x)=((x)+1) -DSCALE=3.0f -DOWN(x)=((x)*i) -DREADS(x)=((x)+n) -DADDS(x)=(sum+=(x)) -DLEAVES(x)=if((x)==5)break -DPAIR(x)=(x),sum -DPOINTS(x)=(*(&x)) -DSTATES(x)=sum+=(x);sum++ -DSYNC()=barrier(CLK_LOCAL_MEM_FENCE) -DNOTHING(x)=
//@ build -DACT(x)=fmax(x,3.0f) -DSCALE=(2.0f+fabs(-1.0f)) -DOWN(x)=(i-(x)) -DREADS(x)=(n--,(x)) -DADDS(x)=(n-=(x)) -DLEAVES(x)=if((x)==3)continue -DPAIR(x)=(x) -DPOINTS(x)=(x--) -DSTATES(x)=n-- -DSYNC()=(void)0 -DNOTHING(x)=(void)(x)
//@ build -DACT=sqrt -DSCALE=outside() -DOWN(x)=(i+++(x)) -DREADS(x)=(*&n-=1) -DADDS(x)=sum -DLEAVES(x)=return -DPAIR(x)=n-=1,(x) -DPOINTS(x)=x -DSTATES(x)=if(n>2)n-- -DSYNC()=mem_fence(CLK_LOCAL_MEM_FENCE) -DNOTHING(x)=outside()
//@ run sizes=0,1,2,3,7,8,9 global=1 local=1

#ifndef larger
#define larger(a, b) ((a) < (b) ? (b) : (a))
#endif

float outside(void) { return 2.0f; }

__kernel void calls(__global int *out, int n)
{
    float sum = 0;
    #pragma unroll
    for (int i = 0; i < 4; i++) sum += ACT((float)i) * SCALE;
    #pragma unroll 4
    for (int i = 0; i < n; i++) { NOTHING(i); sum += larger(i, 3) + ACT((float)i); }
    out[0] = (int)sum;
}

// The bound is computed by nobody but the run.
__kernel void in_the_header(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < larger(n, 3); i++) sum += i;
    #pragma unroll 2
    for (int i = 0; i < 9; i += larger(1, 2)) sum += i;
    out[0] = sum;
}

__kernel void names_the_variable(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum += OWN(2);
    out[0] = sum;
}

__kernel void names_the_bound(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum += READS(2);
    out[0] = sum;
}

__kernel void assigns(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) ADDS(1);
    out[0] = sum;
}

__kernel void leaves(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) { LEAVES(i); sum += i; }
    out[0] = sum;
}

__kernel void has_a_comma(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum += PAIR(i);
    out[0] = sum;
}

__kernel void points(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) sum += POINTS(n);
    out[0] = sum;
}

__kernel void states(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) { STATES(1); }
    out[0] = sum;
}

__kernel void meets(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) { SYNC(); sum += i; }
    out[0] = sum;
}
