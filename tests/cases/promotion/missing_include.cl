// Names that an include may define which could not be read, and one in an array's scope.

//@ norun the include is missing

#include "missing.h"

__kernel void unread(__global int *out, int n)
{
    #pragma promote_to_registers
    int certain[2];
    certain[0] = max(n, 2); certain[1] = (int)get_global_id(0);
    out[0] = certain[0] + certain[1];
    {
        #pragma promote_to_registers
        int perhaps[2];
        perhaps[0] = 1;
        perhaps[1] = from_include(n);
    }
    {
        #pragma promote_to_registers
        int around[2] = { 1, 2 };
        #include "missing_too.h"
        out[1] = around[0];
    }
    {
        #pragma promote_to_registers
        unknown_type typed[2];
        typed[0] = n;
    }
}
