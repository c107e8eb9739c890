// A message mentions a request, and the kernel is beside it.
//@ finds CLU215
//@ rewritten
#include <stdio.h>
void help(void) { printf("write\n#pragma unroll 4\nbefore the loop\n"); }
static const char *source =
    "__kernel void k(__global int *a, __global const int *b) {\n"
    "    int s = 0;\n"
    "    for (int j = 0; j < 3; j++) {\n"
    "        #pragma unroll\n"
    "        for (int i = 0; i < 4; i++) {\n"
    "            s += b[i] * (j + 1); /* \"\\quoted\\\" */\n"
    "        }\n"
    "    }\n"
    "    a[0] = s;\n"
    "}\n";
const char *code(void) { return source; }
