// A function of the host passes its format on.
//@ finds CLU215
#include <stdio.h>
static char all[4000];
static void fill(const char *format, int value) { snprintf(all, sizeof all, format, value); }
const char *code(void) {
    fill(
    "__kernel void k(__global int *a, __global const int *b) {\n"
    "    int s = 0;\n"
    "    for (int j = 0; j < 3; j++) {\n"
    "        #pragma unroll\n"
    "        for (int i = 0; i < 4; i++) {\n"
    "            s += b[i] * (j + 1) %d;\n"
    "        }\n"
    "    }\n"
    "    a[0] = s;\n"
    "}\n", -3);
    return all;
}
