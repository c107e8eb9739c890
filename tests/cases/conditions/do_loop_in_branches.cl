// A request in the condition of a `do` loop that is another one in another configuration, in a function that cannot be read.
//@ option --checked
//@ run sizes=0,1,2,3,5,8 global=4
//@ build -DA

#include "begin.h"

__kernel void in_the_condition(__global int *out, int n)
{
    int left = n, sum = 0;
    BEGIN
    #pragma unroll 2
    do {
#ifdef A
        sum += left;
#else
        sum = sum * 3 + left;
#endif
    } while (({ int s = --left;
        #pragma unroll
        for (int k = 0; k < 2; k++) s -= k;
        s; }) > 0);
    #pragma unroll 3
    do {
#ifdef A
        sum += left;
#endif
        sum++;
    } while (++left < n);
    out[get_global_id(0)] += sum;
}
