// Names of OpenCL C's own types for other types, in a function that cannot be read, since a file that clunroll does not find
// makes a macro of a word in it.
//@ option --checked
//@ run sizes=0,1,2,5

#include "begin.h"

__kernel void narrower(__global int *out, int n)
{
    typedef uchar uint;
    int sum = n;
    BEGIN {
        #pragma unroll
        for (uint i = 253; i <= 256; i++) { if (i == 2) break; sum = sum * 3 + i; }
        #pragma unroll 3
        for (uint i = 250; i != 3; i++) sum = sum * 5 + i;
    }
    out[get_global_id(0)] = sum;
}

__kernel void wider(__global int *out, int n)
{
    typedef unsigned long ushort;
    typedef ushort word;
    int sum = n;
    BEGIN {
        #pragma unroll
        for (ushort i = 65534; i != 1; i++) { if (i == 65539) break; sum = sum * 3 + i; }
        #pragma unroll 4
        for (word i = 65530; i != 1; i += 3) { if (i > 65545) break; sum = sum * 7 + i; }
    }
    out[get_global_id(0)] = sum;
}

__kernel void signed_one(__global int *out, int n)
{
    typedef int size_t;
    int sum = n;
    BEGIN {
        #pragma unroll
        for (size_t i = 2; i > -3; i--) sum = sum * 3 + i;
        #pragma unroll 2
        for (size_t i = 2; i > -4; i -= 2) sum = sum * 3 + i;
    }
    out[get_global_id(0)] = sum;
}
