// A macro that is nothing keeps the name before it from the parenthesis behind it, as long as it stands there.

//@ run sizes=0,1,2,5

#ifdef FAST
#define MAYBE _Pragma("unroll")
#else
#define MAYBE
#endif
#define other(x) (x)
#define LAST(x) other

int (other)(int x) { return x + 3; }

__kernel void names(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    hash += LAST(1) MAYBE (n);
    if (hash > 2)
        MAYBE for (int i = 0; i < 3; i++) hash = hash * 31 + in[i];
    out[get_global_id(0)] = hash;
}
