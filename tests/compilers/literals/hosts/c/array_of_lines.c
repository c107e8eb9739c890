// An array with a string for each line.
//@ finds CLU215
#include <string.h>
static const char *lines[] = {
    "__kernel void k(__global int *a, __global const int *b) {\n",
    "    int s = 0;\n",
    "    for (int j = 0; j < 3; j++) {\n",
    "        #pragma unroll\n",
    "        for (int i = 0; i < 4; i++) {\n",
    "            s += b[i] * (j + 1); /* \"\\quoted\\\" */\n",
    "        }\n",
    "    }\n",
    "    a[0] = s;\n",
    "}\n" };
static char all[4000];
const char *code(void) {
    all[0] = 0;
    for (unsigned at = 0; at < sizeof lines / sizeof *lines; at++) strcat(all, lines[at]);
    return all;
}
