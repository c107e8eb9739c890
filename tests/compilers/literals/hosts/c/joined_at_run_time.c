// Another literal, which is put before the kernel, has a default.
//@ choices
#include <string.h>
static const char *common = "#define N 4\n";
static const char *source =
    "__kernel void k(__global int *a, __global const int *b) {\n"
    "    int s = 0;\n"
    "    for (int j = 0; j < 3; j++) {\n"
    "        #pragma unroll\n"
    "        for (int i = 0; i < N; i++) {\n"
    "            s += b[i] * (j + 1); /* \"\\quoted\\\" */\n"
    "        }\n"
    "    }\n"
    "    a[0] = s;\n"
    "}\n";
static char all[4000];
const char *code(void) {
    strcpy(all, common);
    return strcat(all, source);
}
