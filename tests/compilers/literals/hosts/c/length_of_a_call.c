// The length of the text is an argument.
//@ finds CLU215
#include <string.h>
static char all[4000];
static const char *cut(const char *text, unsigned length) { return (char *)memcpy(all, text, length); }
const char *code(void) { return cut(
    "__kernel void k(__global int *a, __global const int *b) {\n"
    "    int s = 0;\n"
    "    for (int j = 0; j < 3; j++) {\n"
    "        #pragma unroll\n"
    "        for (int i = 0; i < 4; i++) {\n"
    "            s += b[i] * (j + 1);\n"
    "        }\n"
    "    }\n"
    "    a[0] = s;\n"
    "}\n", 0xe9u); }
