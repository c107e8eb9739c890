// The host searches other texts, and reads the characters of this one.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
struct log { char text[100]; };
struct source { const char *text; };
static struct source of_structure = { "none" };
static const char source[] =
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
static char all[4000];
void say(const char *format, ...) {
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
}
const char *code(void) {
    for (unsigned i = 0; i < sizeof source; i++) all[i] = source[i];
    return strstr(of_structure.text, "k") || strstr(of_structure.text, "=") ? all + 1 : all;
}
