// An include that was not read may hold a macro with a barrier.
//@ option --assume=restrict
#include "small.h"

__kernel void k(__global int *a, __global int *b)
{
    a[0] = b[0];
}
