// A function of the host formats.
//@ finds CLU215
#include <stdarg.h>
#include <stdio.h>
static char text[4000];
static const char *formatted(const char *first, ...) {
    va_list rest;
    va_start(rest, first);
    vsnprintf(text, sizeof text, first, rest);
    va_end(rest);
    return text;
}
static const char skip[] = "#define SKIP(c) if (c) break\n";
const char *code(void) {
    return formatted(
        "#define N 4\n"
        "%s\n"
        "__kernel void k(__global int *a, __global const int *b) {\n"
        "    int s = 0;\n"
        "    for (int j = 0; j < 3; j++) {\n"
        "        #pragma unroll\n"
        "        for (int i = 0; i < 4; i++) {\n"
        "            SKIP(b[i] < 0); s += b[i] * (j + 1); /* \"\\quoted\\\" */\n"
        "        }\n"
        "    }\n"
        "    a[0] = s;\n"
        "}\n",
        skip);
}
