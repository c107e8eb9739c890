// The name between two literals is the name of the macro.
//@ finds CLU215
#include <string.h>
#define NAME "SKIP(c)"
static const char *header = "#define "NAME" if (c) break\n";
static const char *source =
    "__kernel void k(__global int *a, __global const int *b) {\n"
    "    int s = 0;\n"
    "    for (int j = 0; j < 3; j++) {\n"
    "        #pragma unroll\n"
    "        for (int i = 0; i < 4; i++) {\n"
    "            SKIP(b[i] < 0);\n"
    "            s += b[i] * (j + 1);\n"
    "        }\n"
    "    }\n"
    "    a[0] = s;\n"
    "}\n";
static char all[4000];
const char *code(void) {
    strcpy(all, header);
    return strcat(all, source);
}
