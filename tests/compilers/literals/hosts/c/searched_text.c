// The host changes a text that it finds.
//@ finds CLU215
#include <string.h>
static char source[] =
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
const char *code(void) {
    *(strstr(source, "< 4") + 2) = '2';
    return source;
}
