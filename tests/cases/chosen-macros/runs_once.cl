// A macro that conditions choose is in a loop that runs once in each branch: the reason is the count, not the macro.

//@ option -DWPT=1
//@ option -DPRECISION=32
//@ build -DPRECISION=32 -DWPT=3
//@ run sizes=0,1,5

#ifndef WPT
#define WPT 1
#endif
#ifndef PRECISION
#define PRECISION 32
#endif
#if PRECISION == 32
#define SetToZero(a) a = 0
#else
#define SetToZero(a) a.x = 0; a.y = 0
#endif

__kernel void zeros(__global int *out, int n)
{
    #pragma unroll
    for (int w = 0; w < WPT; w++) {
        const int id = w * 3 + get_local_id(0);
        if (id < n) {
#if PRECISION == 32
            int value = 1;
#else
            int2 value = 1;
#endif
            SetToZero(value);
            out[id] = 4;
        }
    }
}
