// A variable is the format, and the text has a modulo sign only.
//@ finds CLU215
#include <stdio.h>
static const char *format =
    "%s\n"
    "__kernel void k(__global int *a, __global const int *b) {\n"
    "    int s = 0;\n"
    "    for (int j = 0; j < 3; j++) {\n"
    "        #pragma unroll\n"
    "        for (int i = 0; i < 4; i++) {\n"
    "            s %%= 100; s += b[i] * (j + 1); /* \"\\quoted\\\" */\n"
    "        }\n"
    "    }\n"
    "    a[0] = s;\n"
    "}\n";
static char text[4000];
const char *code(void) {
    snprintf(text, sizeof text, format, "");
    return text;
}
