// The kernel is a format.
//@ finds CLU215
#include <stdio.h>
static char text[4000];
const char *code(void) {
    snprintf(text, sizeof text,
        "__kernel void k(__global int *a, __global const int *b) {\n"
        "    int s = 0;\n"
        "    for (int j = 0; j < 3; j++) {\n"
        "        #pragma unroll\n"
        "        for (int i = 0; i < %d; i++) {\n"
        "            s += b[i] * (j + 1); /* \"\\quoted\\\" */\n"
        "        }\n"
        "    }\n"
        "    a[0] = s;\n"
        "}\n",
        4);
    return text;
}
