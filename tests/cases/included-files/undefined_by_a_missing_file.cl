// An included file that is not found may undefine a name that the source undefines too: whether it is defined is open after the include.
// That the source undefines the name only later, and where nobody reads it, makes no difference.

//@ run sizes=0,1,3 global=1 local=1

#define COUNT
#include "undefines.h"
#ifdef COUNT
#define LENGTH 8
#else
#define LENGTH 5
#endif

__kernel void behind(__global uint *out, int n)
{
    uint hash = n;
    #pragma unroll
    for (int i = 0; i < LENGTH; i++)
        hash = hash * 31 + i;
    out[0] = hash;
}

#if 0
#undef COUNT
#endif
