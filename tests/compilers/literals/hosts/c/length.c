// The length of the text is a number.
//@ finds CLU215
#include <string.h>
static const char *source =
    "__kernel void k(__global int *a, __global const int *b) {\n"
    "    int s = 0;\n"
    "    for (int j = 0; j < 3; j++) {\n"
    "        #pragma unroll\n"
    "        for (int i = 0; i < 4; i++) {\n"
    "            s += b[i] * (j + 1);\n"
    "        }\n"
    "    }\n"
    "    a[0] = s;\n"
    "}\n";
static const unsigned length = 233;
static char all[4000];
const char *code(void) { return (char *)memcpy(all, source, length); }
